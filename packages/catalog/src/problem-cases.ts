import type texts from './problems.json'

type CodeOf<Texts> = Exclude<keyof Texts & string, `${string}:${string}`>

/** Such a row is not applied; the rest of the file is. */
export type RowErrorCode = CodeOf<typeof texts.rowErrorTexts>
/** The row is applied all the same. */
export type RowWarningCode = CodeOf<typeof texts.rowWarningTexts>
/** About the whole file. */
export type FileWarningCode = CodeOf<typeof texts.fileWarningTexts>

/**
 * The cases of a code whose sentence depends on what exactly was found, each with its parameters besides column and
 * value. Texts among them are shortened by `brief`; `rows` are up to five numbers, as in `2, 5, 7`, and `more` is the
 * number of further ones. problems.json has a sentence for each case.
 */
export const rowErrorCases = {
  missing_value: {
    handle: [],
    unknown_sku: [],
    title: ['handle'],
    price: [],
    unusable_name: [],
    no_own_name: [],
    repeated_name: [],
    source_sku: [],
    no_sku: [],
    new_sku: [],
    not_stored: [],
    no_barcode: [],
    unknown_barcode: [],
    shared_barcode: ['variants'],
  },
  too_long: { characters: ['limit'], cell: ['limit'] },
  formula_error: { not_computed: [] },
  too_many_tags: { tags: ['limit', 'count'] },
  invalid_number: { dot: ['example'], comma: ['example'] },
  ambiguous_number: { dot: ['whole', 'exact'] },
  number_too_large: { digits: ['limit'] },
  too_many_decimals: { decimals: ['limit'] },
  invalid_integer: { from: ['least'], too_large: [] },
  invalid_url: { url: ['limit'] },
  conflicting_values: { rows: ['row', 'earlier', 'later'], same_id: ['row'] },
  product_invalid: { rows: ['rows'] },
  no_variant: { product: ['handle'] },
  option_gap: { gap: ['number', 'before'] },
  option_value_without_name: { number: ['number'], stored: ['handle', 'option'], blank_name: [] },
  missing_option_value: { option: ['option'], any: ['option', 'cell'] },
  several_option_values: { option: ['option'] },
  too_many_options: { options: ['limit', 'count'] },
  too_many_variants: {
    of_row: ['limit', 'count'],
    of_file: ['limit', 'count'],
    of_product: ['limit', 'count'],
  },
  too_many_images: { images: ['limit', 'count'] },
  too_much_metadata: { metadata: ['limit', 'count'] },
  uncovered_variants: { variants: ['variants'] },
  duplicate_options: { rows: ['rows'], no_options: ['rows'] },
  duplicate_sku: { rows: ['rows'] },
  same_variant_twice: { rows: ['variant', 'rows'] },
  sku_options_conflict: { variants: ['sku', 'variant', 'other'] },
  sku_taken: { product: ['handle'] },
  parent_not_found: {
    unnamed: [],
    ambiguous: ['rows'],
    not_variable: ['row'],
    variation: [],
    unknown_kind: ['row'],
    none_above: [],
    not_in_file: [],
  },
  several_products: { rows: ['rows'] },
  unsupported_product_type: { types: ['types'] },
  unknown_row_type: { words: ['words'] },
  invalid_options: { example: ['example'] },
} as const satisfies Partial<Record<RowErrorCode, Cases>>

export const rowWarningCases = {
  row_padded: { columns: ['count', 'limit'] },
  replacement_character: { stored: ['before', 'after'] },
  leading_zeros_lost: { stored: ['before', 'after'], handle: ['handle'] },
  rewritten_value: {
    number: ['before', 'after'],
    apostrophe: ['before', 'after'],
    misread: ['before', 'after'],
    formula: [],
    garbled: ['garbled'],
  },
  incomplete_product: { rows: ['rows'] },
  price_jump: { falls: ['percentage', 'before', 'after'], rises: ['percentage', 'before', 'after'] },
  option_value_spelling: { stored: ['before', 'after'] },
  sku_left_out: { product: ['handle'], row: ['row'] },
  sku_spelling: { row: ['row', 'sku'] },
  title_exists: {
    product: ['handle'],
    other_sku: ['handle', 'sku'],
    other_id: ['handle', 'key'],
    no_sku: ['handle', 'sku'],
  },
  inventory_not_tracked: { cell: ['cell', 'word'] },
  quantity_missing: { cell: ['cell'] },
  ignored_value: {
    no_variant: [],
    no_image: [],
    failed_row: [],
    earlier_row: ['row', 'earlier'],
    too_long: ['limit'],
    hidden_variant: [],
    availability: [],
    of_variants: [],
    unused_option: ['option'],
    same_option: ['option', 'limit'],
    blank_option_name: [],
    variant_fields: [],
    several_brands: [],
    tag_with_comma: [],
    shared_stock: [],
    too_many_images: ['count', 'limit'],
    labels: ['count', 'images'],
    rule: [],
    repeated_column: [],
    no_number: [],
  },
  image_not_fetchable: {
    syntax: [],
    scheme: [],
    credentials: [],
    port: [],
    length: [],
    literal: [],
    internal_name: [],
    file_name: [],
    blank: [],
    share_link: ['service', 'address'],
    shared_page: ['service'],
  },
  rule_merged: { variants: ['count'], off_sale: ['cell', 'count'] },
  row_not_imported: {
    video: [],
    rule: [],
    composite: [],
    command: ['cell'],
    location: ['row'],
    repeated: ['row'],
  },
  variants_not_in_file: { none: [], variants: ['variants'] },
  variants_from_options: { made: ['count'] },
  temporary_price: { from: ['from'], to: ['to'], period: ['from', 'to'] },
  off_sale: { draft: ['cell'], sold_out: ['cell'], stays: ['cell'] },
  scheduled_sale: { from: ['from'], to: ['to'], period: ['from', 'to'] },
  position_taken: { kept: ['position'], row: ['position', 'row'] },
  handle_adjusted: { handle: ['handle'] },
  rounded_number: { rounded: ['rounded'], pieces: ['rounded'], at_least: ['rounded'] },
  changed_since: {
    value: ['before', 'after'],
    product: [],
    options: [],
    order: [],
    sku: ['sku'],
    url: ['url'],
    picture: ['url'],
  },
  kept: { variant: [], image: [], options: [] },
  changes_not_shown: { count: ['count'] },
} as const satisfies Partial<Record<RowWarningCode, Cases>>

export const fileWarningCases = {
  encoding_guessed: { encoding: ['encoding'] },
  other_sheets: { sheets: ['read', 'others'] },
  lines_above_header: { header: ['row'] },
  currency_left_out: { currency: ['currency'] },
  several_currencies: { columns: ['taken', 'columns'] },
  region_prices_ignored: { columns: ['columns'] },
  images_to_retry: { images: ['count', 'time'] },
  changed_since: { count: ['count'] },
  kept: { count: ['count'] },
  weight_unit_unknown: { pounds_or_kilograms: [], unit_column: [] },
} as const satisfies Partial<Record<FileWarningCode, Cases>>

type Cases = Readonly<Record<string, readonly string[]>>

/** The parameters of one code of a row, as a union of its cases. */
export type ParametersOf<Code> = OfCases<CasesOf<Code>>

/** The same of a warning about the whole file. */
export type FileParametersOf<Code> = Code extends keyof typeof fileWarningCases
  ? OfCases<(typeof fileWarningCases)[Code]>
  : never

type CasesOf<Code> = Code extends keyof typeof rowErrorCases
  ? (typeof rowErrorCases)[Code]
  : Code extends keyof typeof rowWarningCases
    ? (typeof rowWarningCases)[Code]
    : never

type OfCases<Of> = Of extends unknown
  ? {
      [Case in keyof Of]: { case: Case; more?: number } & Record<
        Of[Case] extends readonly (infer Name extends string)[] ? Name : never,
        string | number
      >
    }[keyof Of]
  : never
