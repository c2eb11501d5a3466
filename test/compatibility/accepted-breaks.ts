const workbooks = 'a workbook has no delimiter'

/**
 * What no longer holds since the release in `released.json`, as `findBreaks` says it, each with why it was worth it.
 * Only a version that may have breaks (docs/compatibility.md) has any.
 */
export const acceptedBreaks: Record<string, string> = {
  'API: response-property-list-of-types-widened: POST /api/products/imports: response property `delimiter` list-of-types was widened by adding types `null` to media type `application/json` of response `201`':
    workbooks,
  'API: response-property-list-of-types-widened: GET /api/products/imports/{draft_id}: response property `delimiter` list-of-types was widened by adding types `null` to media type `application/json` of response `200`':
    workbooks,
  'API: response-property-list-of-types-widened: POST /api/products/imports/{draft_id}/recheck: response property `delimiter` list-of-types was widened by adding types `null` to media type `application/json` of response `200`':
    workbooks,
  'messages: response-property-list-of-types-widened: POST /catalog.import.create-draft: response property `output/delimiter` list-of-types was widened by adding types `null` to media type `application/json` of response `200`':
    workbooks,
  'messages: response-property-list-of-types-widened: POST /catalog.import.get-draft: response property `output/delimiter` list-of-types was widened by adding types `null` to media type `application/json` of response `200`':
    workbooks,
  'messages: response-property-list-of-types-widened: POST /catalog.import.recheck-draft: response property `output/delimiter` list-of-types was widened by adding types `null` to media type `application/json` of response `200`':
    workbooks,
}
