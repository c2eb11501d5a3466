/** Every error of a data row. Such a row is not applied; the rest of the file is. */
export const rowErrorTable = {
  missing_value:
    'A cell that is required is empty: the handle, a new product’s title, a new variant’s price.',
  too_long: 'The text is longer than the column allows, or than any cell may be (256 KiB).',
  broken_text: 'Characters of the row were damaged when the file was written or converted.',
  unexpected_date: 'The cell of a workbook holds a date in a column that is none of dates.',
  formula_error: 'The cell of a workbook holds an error such as #N/A, or a formula without its result.',
  unclear_quotes:
    'It is not clear which quotation marks of the row enclose a cell and which belong to its text.',
  invalid_handle: 'The handle is not of letters, digits, “-”, “_” and “.”, or begins with “-” or “.”.',
  invalid_status: 'The status is not active, draft or archived.',
  too_many_tags: 'The product has more than 250 tags.',
  invalid_number: 'The cell is not a plain decimal number: no currency, thousands separator or exponent.',
  ambiguous_number: 'The dot of a number such as 1.299 may separate thousands or decimals.',
  negative_number: 'The number is below zero.',
  number_too_large: 'The number is larger than the column can hold.',
  too_many_decimals: 'The number has more decimals than the column keeps.',
  invalid_integer: 'The cell is not a whole number, or not one in the column’s range.',
  invalid_boolean: 'The cell is not TRUE or FALSE.',
  invalid_url: 'The cell is not an http or https address of at most 2,048 characters.',
  several_urls: 'The cell holds several addresses; each image has a row of its own.',
  scientific_notation: 'A spreadsheet has replaced the SKU or barcode by a number such as 1.23E+11.',
  data_beyond_header: 'The row has data in a column that has no name, mostly beyond the last one.',
  row_adds_nothing: 'The row has no variant, no image and no product cell that the rows above lack.',
  conflicting_values: 'Two rows of the same product say different things.',
  no_variant: 'The product is new and has no variant, so it would have no price.',
  product_invalid: 'Another row of the same product has an error that concerns the whole product.',
  option_gap: 'An option name is filled while the one before it is empty.',
  option_value_without_name: 'An option value is filled, but the product has no such option.',
  missing_option_value: 'The product has an option for which the variant has no value.',
  several_option_values: 'The variant has more than one value for the same option.',
  too_many_options: 'The product has more than three options.',
  too_many_variants:
    'The product would have more variants than one can have (2,048), or the options of a row make more than 1,000.',
  too_many_images: 'The product would have more images than one can have: 250.',
  too_much_metadata: 'The custom fields of the product would have more than 256 KB together.',
  uncovered_variants:
    'The options of the product change, but not all its variants are in the file with their values.',
  duplicate_options: 'Two rows of the file describe a variant with the same option values.',
  duplicate_sku: 'The same SKU appears in the file twice.',
  same_variant_twice: 'Two rows of the file describe the same stored variant.',
  sku_options_conflict: 'The SKU belongs to one variant of the product and the option values to another.',
  sku_taken: 'The SKU belongs to a variant of another product.',
  variant_image_unknown: 'The variant’s image is none of the product’s images, stored or in the file.',
  parent_not_found: 'The product that the row belongs to is found nowhere, or cannot have variants.',
  several_products: 'The variant is named by several products, and can belong to one.',
  invalid_variations: 'The list of the product’s variants is not written as the format writes it.',
  unsupported_product_type:
    'The product is of a type that the catalog does not have, such as a bundle or a group.',
  unknown_row_type: 'The row is of a kind that its format does not have.',
  invalid_options: 'The options of the variant are not written as the format writes them.',
} as const

/** Every warning about a row, which is applied all the same. */
export const rowWarningTable = {
  stray_quote: 'Quotation marks of the row are not as a CSV has them; it was read as far as that is clear.',
  control_character_removed: 'Invisible control characters were removed from the text.',
  row_padded: 'The row ends early; its missing cells were read as empty.',
  long_description: 'The description is longer than a spreadsheet cell can hold (32,767 characters).',
  text_cut:
    'The text has exactly the 32,767 characters that a spreadsheet cell holds; the rest of it may be lost.',
  replacement_character: 'The text holds “�” or “?” in place of a character that was lost on the way here.',
  leading_zeros_lost: 'The text, such as a SKU or a handle, is the stored one without its leading zeros.',
  rewritten_value:
    'The text is the stored one as a program rewrites it: as a number, a date or TRUE, or misread.',
  incomplete_product: 'The product is new, and some of its variants have errors; it is created without them.',
  price_jump: 'The price becomes 0, falls by half or more, or doubles or more.',
  option_value_spelling:
    'An option value differs from the stored one only in capital letters, and was taken for it.',
  sku_left_out: 'Another variant of the file or the catalog has the SKU; this one was taken without it.',
  title_exists: 'The product is new, and another product of the catalog has its title already.',
  inventory_not_tracked: 'The quantity was ignored, because the file does not track the inventory.',
  ignored_value:
    'The cell was ignored: what it belongs to is not there, or an earlier row says something else of it.',
  image_not_fetchable:
    'The image can never be fetched: a file’s name, or an address that is not on the public internet.',
  rule_merged: 'The row is a rule: what it says of price or image went to the variants that it names.',
  row_not_imported: 'The row holds something that the catalog does not have, such as a video.',
  store_view_skipped: 'The row says what one store view shows otherwise, which the catalog does not have.',
  variants_not_in_file: 'The product names variants that have no row in the file; they were not imported.',
  variants_from_options: 'The file does not list the variants; one was made of each combination of options.',
  variant_without_product: 'The row is a variant in the shop it comes from; here it is a product of its own.',
  temporary_price: 'The price holds for a time only in the shop it comes from; here it has no end.',
  position_taken: 'Another image has the position, or asks for it too; this one comes after it.',
  handle_adjusted: 'The handle held characters that a handle cannot have; they were left out.',
  rounded_number: 'The number has more decimals than the column keeps, as of a formula, and was rounded.',
  status_read_as_draft: 'The status is one that the catalog does not have; it was read as draft.',
  scheduled_sale: 'The sale price was left out: by its dates, the sale has not begun or is over.',
  changed_since: 'The value has been changed since the import, and its undo leaves it as it is.',
  kept: 'The variant or image was added by the import and stays, since an undo deletes nothing.',
  changes_not_shown: 'The row changes more than the preview shows.',
  errors_not_shown: 'The row has more errors than the preview shows.',
} as const

/** Every warning about the whole file. */
export const fileWarningTable = {
  windows_1252: 'The file is not UTF-8 and was read as Windows-1252.',
  encoding_guessed: 'The file is not UTF-8 and was read in the encoding that it most probably has.',
  other_sheets: 'The workbook has several sheets; only the first visible one was read.',
  lines_above_header: 'Lines above the names of the columns were left out.',
  decimal_comma: 'The numbers of the file use a decimal comma and were read so.',
  several_currencies: 'The file has prices in several currencies; those of one were taken.',
  region_prices_ignored: 'The file has prices for single regions; they were not imported.',
  images_to_retry: 'The file changes nothing, and images of its products could not be fetched.',
  several_outlets: 'The file has quantities of several outlets; they were added up.',
  changed_since:
    'Some of what the import changed has been changed again since; its undo leaves that as it is.',
  kept: 'Variants or images that the import added to existing products stay, since an undo deletes nothing.',
  weight_unit_unknown: 'The file does not say in which unit its weights are; they were not imported.',
} as const

export type RowErrorCode = keyof typeof rowErrorTable
export type RowWarningCode = keyof typeof rowWarningTable
export type FileWarningCode = keyof typeof fileWarningTable

/** What an explanation of a problem needs besides column and value: its `case` and that case's parameters. */
export type ProblemParameters = Readonly<Record<string, string | number>>

/** A warning about a cell that was read. */
export interface CellWarning {
  code: RowWarningCode
  message: string
  parameters?: ProblemParameters
}

/** Why a cell cannot be read; the message says what the merchant can do. */
export interface CellProblem {
  code: RowErrorCode
  message: string
  parameters?: ProblemParameters
}
