const workbooks = 'a workbook has no delimiter'

/**
 * Breaking changes since the release in `released.json`, in the words of `findBreaks`, each with its reason. Only a
 * version that may contain breaking changes (docs/compatibility.md) has any.
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
