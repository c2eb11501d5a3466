// What is wrong or worth knowing, and what to do: for each code a general text without parameters, and a precise one
// for each of its cases (`code:case`, see packages/catalog/src/problem-cases.ts). The title, the column and the value
// are shown next to it. `rows` and `row` are inserted as “rows 2, 5 and 7” and “row 2”.

/** Errors of rows. */
export const rowErrorTexts = {
  missing_value: 'This cell must not be empty. Fill it in.',
  'missing_value:handle': 'Write the handle of the product that the row belongs to.',
  'missing_value:unknown_sku':
    'The row has no handle, and no variant of your catalog has this SKU. Correct the SKU, or write the handle of the product.',
  'missing_value:title':
    'The product “{handle}” is new and has no title. Write one into the first of its rows.',
  'missing_value:price': 'The variant is new and has no price. Write one, as in 25.00.',
  'missing_value:unusable_name':
    'The product has no name that a handle could be made from. Write a name with letters or digits.',
  'missing_value:no_own_name':
    'The product has no name, or another product of the file has the same one. Write another name.',
  'missing_value:repeated_name':
    'Another product of the file has the same name, and nothing tells the two apart. Give this one a SKU or a name of its own.',
  'missing_value:no_sku': 'The row has no SKU, by which its product is found. Write it.',
  'missing_value:new_sku':
    'No variant of your catalog has this SKU, and a new product needs a title. Correct the SKU, or write a title.',
  'missing_value:source_sku': 'The row has no SKU, by which its shop system knows a product. Write it.',
  too_long: 'The text is longer than fits here. Shorten it.',
  'too_long:characters': 'At most {limit} characters fit here. Shorten the text.',
  'too_long:cell': 'At most {limit} KB fit into one cell. Shorten the text.',
  broken_text:
    'Some characters were damaged when the file was written or converted; “�” is in their place. Write them again, or export the file again as “CSV UTF-8”.',
  unexpected_date:
    'The cell holds a date, which a spreadsheet may have made of something like 3-5. Format the column as text, write the value again, and save the file.',
  formula_error:
    'The formula of the cell ends in an error. Correct it, or write the value in its place, and save the file.',
  'formula_error:not_computed':
    'The result of the formula is not saved in the file. Open it in your spreadsheet and save it there, or write the value in its place.',
  unclear_quotes:
    'It is not clear which quotation marks belong to a text and which enclose a cell, so the cells of the row may be in the wrong columns. Put each cell that has quotation marks in quotation marks, and write those inside twice: "5"" pipe".',
  invalid_handle:
    'Use letters, digits, “-”, “_” and “.” only, beginning with a letter or a digit, as in linen-shirt.',
  invalid_status: 'Write active, draft or archived.',
  too_many_tags: 'The product has more tags than are possible. Remove some.',
  'too_many_tags:tags': 'A product has at most {limit} tags; these are {count}. Remove some.',
  invalid_number: 'Write digits only, without currency and without separators between thousands.',
  'invalid_number:dot':
    'Write digits only, with a dot before the decimals, without currency and without separators between thousands, as in {example}.',
  'invalid_number:comma':
    'Write digits only, with a comma before the decimals, without currency and without separators between thousands, as in {example}.',
  ambiguous_number:
    'The dot may separate thousands or decimals. Write the number without it, or with one decimal more.',
  'ambiguous_number:dot':
    'The dot may separate thousands or decimals. Write {whole} or, with one decimal more, {exact}.',
  negative_number: 'Write a number of at least 0.',
  number_too_large: 'The number is larger than fits here. Write a smaller one.',
  'number_too_large:digits':
    'At most {limit} digits are possible before the decimals. Write a smaller number.',
  too_many_decimals: 'The number has more decimals than are possible here. Round it.',
  'too_many_decimals:decimals': 'Round the number to {limit} decimals.',
  invalid_integer: 'Write a whole number, in digits only, as in 12.',
  'invalid_integer:from': 'Write a whole number of at least {least}, in digits only, as in 12.',
  invalid_boolean: 'Write TRUE or FALSE.',
  invalid_url: 'Write an address that begins with https:// or http://.',
  'invalid_url:url': 'Write an address of at most {limit} characters that begins with https:// or http://.',
  several_urls:
    'Write one address in each cell. Further images have rows of their own, with the same handle.',
  scientific_notation:
    'A spreadsheet wrote this in place of the full number. Format the column as text, enter the code again and export the file again.',
  data_beyond_header:
    'The row has more cells than there are columns with a name. Put a cell that holds the separator in quotation marks, or name the column.',
  row_adds_nothing:
    'The row says nothing of the product that the rows above it do not say. Fill in a variant or an image, or remove the row.',
  conflicting_values:
    'Another row of the same product says something else. Make the two equal, or leave this cell empty.',
  'conflicting_values:rows':
    'In {row} it is “{earlier}”, here it is “{later}”: one product has one value. Make the two equal, or leave this cell empty.',
  'conflicting_values:same_id':
    'The product with this ID is in {row} already. Give this one another ID, or remove one of the two.',
  no_variant:
    'The product is new and has no variant, so it would have no price. Fill in a price, or correct the handle if a product of the catalog is meant.',
  'no_variant:product':
    'The product “{handle}” is new and has no variant, so it would have no price. Fill in a price, or correct the handle if a product of the catalog is meant.',
  product_invalid:
    'Another row of the product has an error that concerns all of it. Correct the error there; this row needs no change.',
  'product_invalid:rows':
    'The whole product waits for {rows}. Correct the error there; this row needs no change.',
  option_gap: 'The option before this one has no name. Name the options from the first on, without gaps.',
  'option_gap:gap':
    'Option {number} has a name, and option {before} has none. Name the options from the first on, without gaps.',
  option_value_without_name:
    'The value belongs to an option that has no name. Name the option, or leave the value empty.',
  'option_value_without_name:number':
    'The product has no option {number}. Name it in option{number}_name, or leave the value empty.',
  'option_value_without_name:stored':
    'The product “{handle}” has no option “{option}”. To change its options, add its own row with all its variations to the file; otherwise leave the attribute empty.',
  'option_value_without_name:blank_name':
    'The value belongs to an option without a name. Write the name into the column beside it, or leave the value empty.',
  missing_option_value: 'The variant has no value for one of the options of its product. Write it.',
  'missing_option_value:option': 'The variant has no value for the option “{option}”. Write it.',
  'missing_option_value:any':
    'The variation is for any “{option}”, and here a variant has one value for each option. Write it into “{cell}”, and add a row for each further value.',
  several_option_values: 'A variant has one value for each option. Write a row for each value.',
  'several_option_values:option':
    'A variant has one value for each option, and here “{option}” has several. Write a row for each of them.',
  too_many_options:
    'The product has more options than are possible. Join two of them, or make several products of it.',
  'too_many_options:options':
    'The product has {count} options, and at most {limit} are possible. Join two of them, or make several products of it.',
  too_many_variants:
    'The product or a row of it makes more variants than are possible. Make several products of it, or shorten the lists of values.',
  'too_many_variants:of_row':
    'The options make {count} variants, and at most {limit} can be made from one row. Shorten the lists of values.',
  'too_many_variants:of_file':
    'The options make {count} more variants, and at most {limit} can be made from one file. Split the file.',
  'too_many_variants:of_product':
    'The product would have {count} variants, and at most {limit} are possible. Make several products of it.',
  too_many_images:
    'The product would have more images than are possible. Leave out the images that are needed least.',
  'too_many_images:images':
    'The product would have {count} images, and at most {limit} are possible. Leave out the images that are needed least.',
  too_much_metadata:
    'The custom fields of the product are too large together. Shorten their texts, or leave some out.',
  'too_much_metadata:metadata':
    'The custom fields of the product would have {count} KB together, and at most {limit} are possible. Shorten their texts, or leave some out.',
  uncovered_variants:
    'The options of the product change, and not all of its variants are in the file. Add a row for each variant, with its SKU and its option values.',
  'uncovered_variants:variants':
    'The options of the product change, and variants that it has are not in the file with values for them: {variants}. Add a row for each, with its SKU and its option values.',
  duplicate_options:
    'Several variants of the product have the same option values. Give each variant its own, or remove the row that is too much.',
  'duplicate_options:rows':
    'Variants of the product have the same option values in {rows}. Give each variant its own, or remove the row that is too much.',
  'duplicate_options:no_options':
    'The product has no options, and its variant is in {rows}. Give the variants options, or remove the row that is too much.',
  duplicate_sku:
    'The same SKU is in several rows. Give each variant a SKU of its own, or remove the row that is too much.',
  'duplicate_sku:rows':
    'The same SKU is in {rows}. Give each variant a SKU of its own, or remove the row that is too much.',
  same_variant_twice:
    'The same variant is in several rows, by its SKU and by its options. Keep one of the rows.',
  'same_variant_twice:rows':
    'The variant “{variant}” is in {rows}, by its SKU and by its options. Keep one of the rows.',
  sku_options_conflict:
    'The SKU belongs to one variant of the product and the option values to another. Correct the SKU or the option values.',
  'sku_options_conflict:variants':
    'The SKU “{sku}” belongs to the variant “{variant}”, and the option values to “{other}”. Correct the SKU or the option values.',
  sku_taken:
    'A variant of another product has this SKU. Give this variant a SKU of its own, or correct the handle.',
  'sku_taken:product':
    'The product “{handle}” has this SKU. Give this variant a SKU of its own, or correct the handle.',
  variant_image_unknown:
    'The product has no image with this address. Write it into the column image_url of one of the product’s rows as well.',
  parent_not_found:
    'The product that the row belongs to is not in the file. Export the product together with its variants, or correct what names it.',
  'parent_not_found:unnamed':
    'The row does not say which product it belongs to. Name the product by its SKU or its ID.',
  'parent_not_found:ambiguous': 'Several products fit: {rows}. Give each product a SKU of its own.',
  'parent_not_found:not_variable':
    'The product that the row names is in {row}, and is not one with variations. Correct its type there, or name another product here.',
  'parent_not_found:variation':
    'The row names a variation and not a product. Write the SKU of the product that has the variations.',
  'parent_not_found:unknown_kind':
    'The row above, {row}, may be its product, but what it is cannot be read. Correct it there.',
  'parent_not_found:none_above':
    'There is no product above this row. Put the row directly below its product.',
  'parent_not_found:not_in_file':
    'No row of the file is the product that this row names. Export the product together with its variants, or correct the name.',
  several_products: 'Several products name this variant, and it can belong to one. Keep it in one of them.',
  'several_products:rows':
    'The products in {rows} name this variant, and it can belong to one. Keep it in one of them, and give the others a variant with a SKU of its own.',
  invalid_variations:
    'A part of the list of variants cannot be read, or names a variant twice. Write each once, as in sku=A-S,size=S, with | between them.',
  unsupported_product_type:
    'Products of this type cannot be imported. Change the type to one that stands for single products or products with variants, or remove the row.',
  unknown_row_type: 'The format has no such kind of row. Correct the word, or remove the row.',
  invalid_options:
    'The options of the variant cannot be read. Write them as an export of that shop system has them.',
} as const

/** Warnings of rows, which are applied all the same. */
export const rowWarningTexts = {
  stray_quote:
    'The quotation marks around or inside the cell are unusual; it was read as far as that is clear. Check the value.',
  control_character_removed: 'Invisible characters of the cell were removed. Check the text.',
  row_padded: 'The cells that are missing at its end were read as empty.',
  'row_padded:columns':
    'The row has {count} of the {limit} columns; the cells that are missing were read as empty.',
  long_description:
    'The description is longer than a spreadsheet cell can hold. Do not save this file from a spreadsheet: it would cut the text.',
  text_cut:
    'The text is exactly as long as a spreadsheet cell can be, so the rest may have been cut off. Compare its end with the original.',
  replacement_character:
    'Characters were lost when the file was written or converted. Write them again, or export the file again as “CSV UTF-8”.',
  'replacement_character:stored':
    'Your catalog has “{before}”, the file “{after}”, with “?” for characters that were lost when it was saved. Save the file as “CSV UTF-8”, or write them again.',
  leading_zeros_lost:
    'The text is the one in your catalog without the zeros in front, which a spreadsheet may have removed. Write them again if they belong there.',
  'leading_zeros_lost:stored':
    'Your catalog has “{before}”, the file “{after}”: a spreadsheet may have removed the zeros in front. Write them again if they belong there.',
  'leading_zeros_lost:handle':
    'The product is new, but your catalog has one with the handle “{handle}”: a spreadsheet may have removed the zeros in front. If that one is meant, write its handle here.',
  rewritten_value: 'A program may have rewritten the text. Write it as it was if that is what is meant.',
  'rewritten_value:number':
    'Your catalog has “{before}”, the file “{after}”: a spreadsheet may have taken it for a number, a date or TRUE. Write it as it was if that is what is meant.',
  'rewritten_value:apostrophe':
    'Your catalog has “{before}”, the file “{after}”: the apostrophe in front becomes a part of the text. Remove it if it only tells a spreadsheet that this is text.',
  'rewritten_value:misread':
    'Your catalog has “{before}”, the file “{after}”: a program has read the text in the wrong encoding. Open the file as UTF-8 there and save it again, or write the text again.',
  incomplete_product:
    'Some variants of this new product have errors, and it is created without them. Correct their rows and import them again.',
  'incomplete_product:rows':
    'The product is created without the variants of {rows}, which have errors. Correct those rows and import them again.',
  price_jump:
    'The price becomes 0, falls by half or more, or at least doubles. Apply it only if that is what is meant.',
  'price_jump:falls':
    'The price falls by {percentage}%, from {before} to {after}. Apply it only if that is what is meant.',
  'price_jump:rises':
    'The price rises by {percentage}%, from {before} to {after}. Apply it only if that is what is meant.',
  option_value_spelling:
    'Your catalog writes the option value with other capital letters; it was taken for the same. Write it as in your catalog.',
  'option_value_spelling:stored':
    'Your catalog has “{before}” where the file has “{after}”; it was taken for the same value. Write it as in your catalog.',
  sku_left_out: 'Another variant has this SKU, so this one comes without it. Give it a SKU of its own.',
  'sku_left_out:product':
    'The product “{handle}” has this SKU, so this variant comes without it. Give it a SKU of its own.',
  'sku_left_out:row':
    'The variant in {row} has this SKU, so this one comes without it. Give it a SKU of its own.',
  title_exists:
    'The product is new, but another one in your catalog has this title. If that one is meant, write its handle here.',
  'title_exists:product':
    'The product is new, but “{handle}” in your catalog has this title already. If that one is meant, write its handle here.',
  inventory_not_tracked:
    'The quantity was left out, because the file says that the inventory is not tracked. Change that in the file to import it.',
  ignored_value:
    'The cell was left out: what it belongs to is not there or cannot have it, or an earlier row says otherwise.',
  'ignored_value:no_variant': 'The cell was left out: the row has no variant that it could belong to.',
  'ignored_value:no_image': 'The cell was left out: the row has no image that it could belong to.',
  'ignored_value:failed_row':
    'The variant comes without this image: the row that brings it has errors. Correct that row and import both again.',
  'ignored_value:earlier_row': 'The cell was left out: in {row} it is “{earlier}”, and the first row counts.',
  'ignored_value:too_long': 'The cell was left out: it is longer than the {limit} characters that fit here.',
  'ignored_value:hidden_variant':
    'A variant cannot be hidden alone: it will be for sale when its product is. Remove the row to leave it out.',
  'ignored_value:of_variants': 'The cell was left out: only the variants of the product have one.',
  'ignored_value:unused_option':
    'The option “{option}” was left out: no variant of the product has a value for it.',
  'ignored_value:blank_option_name':
    'The value was left out, because its option has no name. Write the name to import it.',
  'ignored_value:variant_fields':
    'Custom fields were left out: they belong to the product, and a variant has none of its own.',
  'ignored_value:several_brands':
    'The brands were left out: a product has one vendor, and these are several.',
  'ignored_value:tag_with_comma': 'The tag was left out: a tag cannot hold a comma.',
  'ignored_value:shared_stock':
    'The stock was left out: the variations share that of their product, and here each variant has its own.',
  'ignored_value:too_many_images': 'The row has {count} images; the first {limit} were taken.',
  'ignored_value:labels':
    'The labels were left out: there are {count} of them for {images} images, so it is unclear which belongs to which. Write one for each image, in quotation marks where it holds a comma.',
  'ignored_value:rule':
    'The rule was left out: an earlier one ends the rules of the product, or no variant is the one that it names.',
  image_not_fetchable: 'The image can never be fetched. Write an address that anyone can open.',
  'image_not_fetchable:syntax':
    'This cannot be an address. Copy the picture’s address from your browser: it has no spaces.',
  'image_not_fetchable:scheme': 'Write an address that begins with https:// or http://.',
  'image_not_fetchable:credentials':
    'The address holds a user name or a password. Use one that anyone can open without signing in.',
  'image_not_fetchable:port':
    'The address names a port that is not allowed. Use one without a colon and a number after the host.',
  'image_not_fetchable:length': 'The address is too long. Use a shorter one.',
  'image_not_fetchable:literal':
    'The address is not on the public internet. Put the picture where anyone can open it.',
  'image_not_fetchable:internal_name':
    'The address is not on the public internet. Put the picture where anyone can open it.',
  'image_not_fetchable:file_name':
    'This is the name of a file and not an address, so the image was left out. Write an address that begins with https:// or http://.',
  'image_not_fetchable:blank': 'The row is one of an image and has no address. Write it.',
  rule_merged: 'What the rule says of price or image went to the variants that it names.',
  row_not_imported: 'The row holds something that your catalog does not have.',
  'row_not_imported:video': 'Your catalog has no videos.',
  'row_not_imported:rule': 'The rule changes neither the price nor the image of a variant.',
  'row_not_imported:composite':
    'The row says what a composite product consists of, which your catalog does not have.',
  store_view_skipped:
    'The row says what one store view shows otherwise, and your catalog has no store views.',
  variants_not_in_file:
    'The product names variants that have no row in the file; they were not imported. Add their rows to import them.',
  'variants_not_in_file:none': 'The product is one with variants, and its list of them is empty.',
  'variants_not_in_file:variants':
    'The product names variants that have no row in the file, and were not imported: {variants}. Add their rows to import them.',
  variants_from_options:
    'The file does not list the variants of this product; they were made from its options, all with the same price. Check them after the import.',
  'variants_from_options:made':
    'The file does not list the variants of this product: {count} were made from its options, all with the same price. Check them after the import.',
  variant_without_product:
    'In the shop that it comes from, this is a variant, but no product of the file names it: it becomes a product of its own. Remove the row if it is none.',
  temporary_price:
    'The price holds for a time only in the shop that it comes from; here it stays until you change it. Empty the sale price to import the usual one.',
  'temporary_price:from':
    'In the shop that it comes from, this price holds from {from}; here it stays until you change it. Empty the sale price to import the usual one.',
  'temporary_price:to':
    'In the shop that it comes from, this price holds until {to}; here it stays until you change it. Empty the sale price to import the usual one.',
  'temporary_price:period':
    'In the shop that it comes from, this price holds from {from} until {to}; here it stays until you change it. Empty the sale price to import the usual one.',
  position_taken: 'Another image has this position; this one comes after it.',
  'position_taken:kept':
    'Position {position} has an image that the file does not name; this one comes after it.',
  'position_taken:row': 'The image in {row} has position {position} too; this one comes after it.',
  handle_adjusted: 'Characters that a handle cannot have were left out.',
  'handle_adjusted:handle':
    'Characters that a handle cannot have were left out: the product is imported as “{handle}”.',
  rounded_number:
    'The number looks like the result of a formula and was rounded. Check that this is what is meant.',
  'rounded_number:rounded':
    'The number looks like the result of a formula and was rounded to {rounded}. Check that this is what is meant.',
  status_read_as_draft:
    'Your catalog does not have this status: the product becomes a draft, which customers do not see. Write active to show it to everyone.',
  scheduled_sale:
    'The sale price was left out, because its dates say that the sale is not on today. The usual price was taken.',
  'scheduled_sale:from':
    'The sale price was left out, because it holds from {from} only. The usual price was taken.',
  'scheduled_sale:to': 'The sale price was left out, because it held until {to}. The usual price was taken.',
  'scheduled_sale:period':
    'The sale price was left out, because it holds from {from} until {to}. The usual price was taken.',
  changed_since: 'Somebody has changed this since the import, so the undo leaves it as it is.',
  'changed_since:value': 'The import wrote “{before}”, and somebody has changed that to “{after}”: it stays.',
  'changed_since:product':
    'The product has been changed since the import that added it, and stays. If it is not wanted, set its status to archived.',
  'changed_since:options': 'The options have been changed since the import, and stay as they are.',
  'changed_since:order': 'The order of the images has been changed since the import, and stays as it is.',
  'changed_since:sku': 'Another variant has the SKU “{sku}” now; this one keeps its own.',
  'changed_since:url': 'The product has an image with the address “{url}” again; this one keeps its own.',
  'changed_since:picture':
    'The product no longer has an image with the address “{url}”; the image of the variant stays as it is.',
  kept: 'The import added it, and an undo deletes nothing.',
  'kept:variant': 'The import added the variant, and an undo deletes nothing.',
  'kept:image': 'The import added the image, and an undo deletes nothing.',
  'kept:options': 'The options stay as they are, because variants that the import added have them.',
  changes_not_shown: 'The row changes more than is shown here.',
  'changes_not_shown:count': 'Fields that the row changes besides those that are shown here: {count}.',
  errors_not_shown: 'Correct those that are shown, and upload the file again to see the others.',
} as const

/** Warnings of the whole file. */
export const fileWarningTexts = {
  windows_1252:
    'The file is not UTF-8. Check accented letters and symbols below; saving as “CSV UTF-8” avoids the doubt.',
  encoding_guessed:
    'The file is not UTF-8. Check accented letters and symbols below; saving as “CSV UTF-8” avoids the doubt.',
  'encoding_guessed:encoding':
    'The file was read as {encoding}. Check accented letters and symbols below; saving as “CSV UTF-8” avoids the doubt.',
  other_sheets:
    'Only the first visible sheet was read. To import another one, move it to the front, or save it as a file of its own.',
  'other_sheets:sheets':
    '“{read}” was read. Further sheets, which were not: {others}. To import another one, move it to the front, or save it as a file of its own.',
  lines_above_header: 'What is above the names of the columns was left out. Check that nothing is missing.',
  'lines_above_header:header':
    'The names of the columns are in {row}; what is above it was left out. Check that nothing is missing.',
  decimal_comma: 'The numbers of the file have a comma before their decimals. Check the prices below.',
  several_currencies:
    'The file has prices in several currencies; those of one were taken. Remove its column to take the next one.',
  'several_currencies:columns':
    'The file has prices in several columns: {columns}. Those of “{taken}” were taken; remove that column to take the next one.',
  region_prices_ignored:
    'The file has prices for single regions. They were left out, because a variant has one price.',
  'region_prices_ignored:columns':
    'The prices for single regions were left out, because a variant has one price: {columns}.',
  images_to_retry:
    'The file changes nothing, and images of its products could not be fetched in an earlier import. If only their host was out of order, retry them there; a wrong address has to be corrected in the file.',
  'images_to_retry:images':
    'The file changes nothing. Images of its products that could not be fetched in the import of {time}: {count}. If only their host was out of order, retry them there; a wrong address has to be corrected in the file.',
  several_outlets:
    'The quantities of all outlets were added up. To take those of one only, remove the columns of the others.',
  changed_since: 'The rows below say what somebody has changed since the import; it stays as it is.',
  'changed_since:count':
    'Values that stay as they are, because somebody has changed them since the import: {count}. The rows below say which.',
  kept: 'An undo deletes nothing: what the import added to existing products stays.',
  'kept:count':
    'An undo deletes nothing. Variants and images that the import added to existing products and that stay: {count}.',
  weight_unit_unknown:
    'The file does not say in which unit its weights are, so they were left out. Download your catalog after the import, fill in the weights in grams and import that file.',
  'weight_unit_unknown:pounds_or_kilograms':
    'The file does not say whether its weights are pounds or kilograms, so they were left out. Download your catalog after the import, fill in the weights in grams and import that file.',
  'weight_unit_unknown:unit_column':
    'The file does not say in which unit its weights are, so they were left out. Write g, kg, lb or oz into the column weight_unit.',
} as const
