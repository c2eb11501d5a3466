/** Fehler von Zeilen. */
export const rowErrorTexts = {
  missing_value: 'Diese Zelle darf nicht leer sein. Füllen Sie sie aus.',
  'missing_value:handle': 'Schreiben Sie den Handle des Produkts hinein, zu dem die Zeile gehört.',
  'missing_value:unknown_sku':
    'Die Zeile hat keinen Handle, und keine Variante Ihres Katalogs hat diese SKU. Korrigieren Sie die SKU, oder schreiben Sie den Handle des Produkts hinein.',
  'missing_value:title':
    'Das Produkt „{handle}“ ist neu und hat keinen Titel. Schreiben Sie einen in seine erste Zeile.',
  'missing_value:price': 'Die Variante ist neu und hat keinen Preis. Schreiben Sie einen, etwa 25.00.',
  'missing_value:unusable_name':
    'Das Produkt hat keinen Namen, aus dem ein Handle werden könnte. Schreiben Sie einen mit Buchstaben oder Ziffern.',
  'missing_value:no_own_name':
    'Das Produkt hat keinen Namen, oder ein anderes Produkt der Datei hat denselben. Schreiben Sie einen anderen.',
  'missing_value:repeated_name':
    'Ein anderes Produkt der Datei hat denselben Namen, und nichts unterscheidet die beiden. Geben Sie diesem eine eigene SKU oder einen eigenen Namen.',
  'missing_value:no_sku': 'Der Zeile fehlt die SKU, über die ihr Produkt gefunden wird. Tragen Sie sie ein.',
  'missing_value:new_sku':
    'Keine Variante Ihres Katalogs hat diese SKU, und ein neues Produkt braucht einen Titel. Berichtigen Sie die SKU oder tragen Sie einen Titel ein.',
  'missing_value:source_sku':
    'Die Zeile hat keine SKU, an der ihr Shop-System ein Produkt erkennt. Schreiben Sie sie hinein.',
  too_long: 'Der Text ist länger, als hier Platz hat. Kürzen Sie ihn.',
  'too_long:characters': 'Hier haben höchstens {limit} Zeichen Platz. Kürzen Sie den Text.',
  'too_long:cell': 'In einer Zelle haben höchstens {limit} KB Platz. Kürzen Sie den Text.',
  broken_text:
    'Einige Zeichen wurden beim Schreiben oder Umwandeln der Datei beschädigt; an ihrer Stelle steht „�“. Schreiben Sie sie neu, oder exportieren Sie die Datei noch einmal als „CSV UTF-8“.',
  unexpected_date:
    'In der Zelle steht ein Datum, das Ihre Tabellenkalkulation vielleicht aus einer Angabe wie 3-5 gemacht hat. Formatieren Sie die Spalte als Text, schreiben Sie den Wert noch einmal hinein und speichern Sie die Datei.',
  formula_error:
    'Die Formel der Zelle ergibt einen Fehler. Korrigieren Sie sie, oder schreiben Sie den Wert an ihre Stelle, und speichern Sie die Datei.',
  'formula_error:not_computed':
    'Das Ergebnis der Formel ist nicht in der Datei gespeichert. Öffnen Sie sie in Ihrer Tabellenkalkulation und speichern Sie sie dort, oder schreiben Sie den Wert an die Stelle der Formel.',
  unclear_quotes:
    'Es ist nicht klar, welche Anführungszeichen zu einem Text gehören und welche eine Zelle umschließen; die Zellen der Zeile stehen vielleicht in den falschen Spalten. Setzen Sie jede Zelle, die Anführungszeichen enthält, in Anführungszeichen und schreiben Sie die inneren doppelt: "5"" Rohr".',
  invalid_handle:
    'Verwenden Sie nur Buchstaben, Ziffern, „-“, „_“ und „.“, mit einem Buchstaben oder einer Ziffer am Anfang, etwa leinenhemd-blau.',
  invalid_status: 'Schreiben Sie active, draft oder archived.',
  too_many_tags: 'Das Produkt hat mehr Tags, als möglich sind. Entfernen Sie einige.',
  'too_many_tags:tags': 'Ein Produkt hat höchstens {limit} Tags; hier sind es {count}. Entfernen Sie einige.',
  invalid_number: 'Schreiben Sie nur Ziffern, ohne Währung und ohne Trennzeichen zwischen Tausendern.',
  'invalid_number:dot':
    'Schreiben Sie nur Ziffern, mit einem Punkt vor den Nachkommastellen, ohne Währung und ohne Trennzeichen zwischen Tausendern, etwa {example}.',
  'invalid_number:comma':
    'Schreiben Sie nur Ziffern, mit einem Komma vor den Nachkommastellen, ohne Währung und ohne Trennzeichen zwischen Tausendern, etwa {example}.',
  ambiguous_number:
    'Der Punkt kann Tausender oder Nachkommastellen trennen. Schreiben Sie die Zahl ohne ihn oder mit einer Stelle mehr.',
  'ambiguous_number:dot':
    'Der Punkt kann Tausender oder Nachkommastellen trennen. Schreiben Sie {whole} oder, mit einer Stelle mehr, {exact}.',
  negative_number: 'Schreiben Sie eine Zahl ab 0.',
  number_too_large: 'Die Zahl ist größer, als hier Platz hat. Schreiben Sie eine kleinere.',
  'number_too_large:digits':
    'Vor den Nachkommastellen sind höchstens {limit} Ziffern möglich. Schreiben Sie eine kleinere Zahl.',
  too_many_decimals: 'Die Zahl hat mehr Nachkommastellen, als hier möglich sind. Runden Sie sie.',
  'too_many_decimals:decimals': 'Runden Sie die Zahl auf {limit} Nachkommastellen.',
  invalid_integer: 'Schreiben Sie eine ganze Zahl nur aus Ziffern, etwa 12.',
  'invalid_integer:from': 'Schreiben Sie eine ganze Zahl ab {least}, nur aus Ziffern, etwa 12.',
  invalid_boolean: 'Schreiben Sie TRUE oder FALSE.',
  invalid_url: 'Schreiben Sie eine Adresse, die mit https:// oder http:// beginnt.',
  'invalid_url:url':
    'Schreiben Sie eine Adresse aus höchstens {limit} Zeichen, die mit https:// oder http:// beginnt.',
  several_urls:
    'Schreiben Sie in jede Zelle nur eine Adresse. Weitere Bilder haben eigene Zeilen mit demselben Handle.',
  scientific_notation:
    'Das hat eine Tabellenkalkulation statt der ganzen Zahl geschrieben. Formatieren Sie die Spalte als Text, geben Sie den Code neu ein und exportieren Sie die Datei noch einmal.',
  data_beyond_header:
    'Die Zeile hat mehr Zellen, als es benannte Spalten gibt. Setzen Sie eine Zelle, die das Trennzeichen enthält, in Anführungszeichen, oder geben Sie der Spalte einen Namen.',
  row_adds_nothing:
    'Die Zeile sagt über das Produkt nichts, was die Zeilen darüber nicht sagen. Tragen Sie eine Variante oder ein Bild ein, oder entfernen Sie die Zeile.',
  conflicting_values:
    'Eine andere Zeile desselben Produkts sagt etwas anderes. Gleichen Sie beide an, oder lassen Sie diese Zelle leer.',
  'conflicting_values:rows':
    'In {row} steht „{earlier}“, hier „{later}“: Ein Produkt hat nur einen Wert. Gleichen Sie beide an, oder lassen Sie diese Zelle leer.',
  'conflicting_values:same_id':
    'Das Produkt mit dieser ID steht schon in {row}. Geben Sie diesem eine andere ID, oder entfernen Sie eines von beiden.',
  no_variant:
    'Das Produkt ist neu und hat keine Variante, also hätte es keinen Preis. Tragen Sie einen Preis ein, oder berichtigen Sie das Handle, wenn ein Produkt des Katalogs gemeint ist.',
  'no_variant:product':
    'Das Produkt „{handle}“ ist neu und hat keine Variante, also hätte es keinen Preis. Tragen Sie einen Preis ein, oder berichtigen Sie das Handle, wenn ein Produkt des Katalogs gemeint ist.',
  product_invalid:
    'Eine andere Zeile des Produkts hat einen Fehler, der das ganze Produkt betrifft. Korrigieren Sie ihn dort; hier ist nichts zu ändern.',
  'product_invalid:rows':
    'Das ganze Produkt wartet auf {rows}. Korrigieren Sie den Fehler dort; hier ist nichts zu ändern.',
  option_gap:
    'Die Option davor hat keinen Namen. Benennen Sie die Optionen von der ersten an und ohne Lücken.',
  'option_gap:gap':
    'Option {number} hat einen Namen, Option {before} nicht. Benennen Sie die Optionen von der ersten an und ohne Lücken.',
  option_value_without_name:
    'Der Wert gehört zu einer Option ohne Namen. Benennen Sie die Option, oder lassen Sie den Wert leer.',
  'option_value_without_name:number':
    'Das Produkt hat keine Option {number}. Benennen Sie sie in option{number}_name, oder lassen Sie den Wert leer.',
  'option_value_without_name:stored':
    'Das Produkt „{handle}“ hat keine Option „{option}“. Nehmen Sie seine eigene Zeile mit allen Variationen in die Datei auf, um seine Optionen zu ändern; sonst lassen Sie das Attribut leer.',
  'option_value_without_name:blank_name':
    'Der Wert gehört zu einer Option ohne Namen. Schreiben Sie den Namen in die Spalte daneben, oder lassen Sie den Wert leer.',
  missing_option_value:
    'Der Variante fehlt der Wert für eine der Optionen ihres Produkts. Schreiben Sie ihn hinein.',
  'missing_option_value:option':
    'Der Variante fehlt der Wert für die Option „{option}“. Schreiben Sie ihn hinein.',
  'missing_option_value:any':
    'Die Variation gilt für jeden Wert von „{option}“; hier hat eine Variante für jede Option einen. Schreiben Sie ihn in „{cell}“, und für jeden weiteren eine eigene Zeile.',
  several_option_values:
    'Eine Variante hat für jede Option nur einen Wert. Schreiben Sie für jeden Wert eine eigene Zeile.',
  'several_option_values:option':
    'Eine Variante hat für jede Option nur einen Wert, und „{option}“ hat hier mehrere. Schreiben Sie für jeden eine eigene Zeile.',
  too_many_options:
    'Das Produkt hat mehr Optionen, als möglich sind. Fassen Sie zwei davon zusammen, oder machen Sie mehrere Produkte daraus.',
  'too_many_options:options':
    'Das Produkt hat {count} Optionen, und höchstens {limit} sind möglich. Fassen Sie zwei davon zusammen, oder machen Sie mehrere Produkte daraus.',
  too_many_variants:
    'Das Produkt oder eine seiner Zeilen ergibt mehr Varianten, als möglich sind. Machen Sie mehrere Produkte daraus, oder kürzen Sie die Listen der Werte.',
  'too_many_variants:of_row':
    'Die Optionen ergeben {count} Varianten, und aus einer Zeile können höchstens {limit} werden. Kürzen Sie die Listen der Werte.',
  'too_many_variants:of_file':
    'Die Optionen ergeben {count} weitere Varianten, und aus einer Datei können höchstens {limit} werden. Teilen Sie die Datei.',
  'too_many_variants:of_product':
    'Das Produkt hätte {count} Varianten, und höchstens {limit} sind möglich. Machen Sie mehrere Produkte daraus.',
  too_many_images:
    'Das Produkt hätte mehr Bilder, als möglich sind. Lassen Sie die Bilder weg, die am wenigsten gebraucht werden.',
  'too_many_images:images':
    'Das Produkt hätte {count} Bilder, und höchstens {limit} sind möglich. Lassen Sie die Bilder weg, die am wenigsten gebraucht werden.',
  too_much_metadata:
    'Die eigenen Felder des Produkts sind zusammen zu groß. Kürzen Sie ihre Texte, oder lassen Sie einige weg.',
  'too_much_metadata:metadata':
    'Die eigenen Felder des Produkts hätten zusammen {count} KB, und höchstens {limit} sind möglich. Kürzen Sie ihre Texte, oder lassen Sie einige weg.',
  uncovered_variants:
    'Die Optionen des Produkts ändern sich, und nicht alle seine Varianten stehen in der Datei. Fügen Sie für jede eine Zeile mit ihrer SKU und ihren Optionswerten hinzu.',
  'uncovered_variants:variants':
    'Die Optionen des Produkts ändern sich, und einige seiner Varianten stehen nicht mit Werten dafür in der Datei: {variants}. Fügen Sie für jede eine Zeile mit ihrer SKU und ihren Optionswerten hinzu.',
  duplicate_options:
    'Mehrere Varianten des Produkts haben dieselben Optionswerte. Geben Sie jeder ihre eigenen, oder entfernen Sie die überzählige Zeile.',
  'duplicate_options:rows':
    'Varianten des Produkts haben dieselben Optionswerte in {rows}. Geben Sie jeder ihre eigenen, oder entfernen Sie die überzählige Zeile.',
  'duplicate_options:no_options':
    'Das Produkt hat keine Optionen, und seine Variante steht in {rows}. Geben Sie den Varianten Optionen, oder entfernen Sie die überzählige Zeile.',
  duplicate_sku:
    'Dieselbe SKU steht in mehreren Zeilen. Geben Sie jeder Variante eine eigene, oder entfernen Sie die überzählige Zeile.',
  'duplicate_sku:rows':
    'Dieselbe SKU steht in {rows}. Geben Sie jeder Variante eine eigene, oder entfernen Sie die überzählige Zeile.',
  same_variant_twice:
    'Dieselbe Variante steht in mehreren Zeilen, einmal mit ihrer SKU und einmal mit ihren Optionen. Behalten Sie eine davon.',
  'same_variant_twice:rows':
    'Die Variante „{variant}“ steht in {rows}, einmal mit ihrer SKU und einmal mit ihren Optionen. Behalten Sie eine davon.',
  sku_options_conflict:
    'Die SKU gehört zu einer Variante des Produkts, die Optionswerte zu einer anderen. Korrigieren Sie die SKU oder die Optionswerte.',
  'sku_options_conflict:variants':
    'Die SKU „{sku}“ gehört zur Variante „{variant}“, die Optionswerte gehören zu „{other}“. Korrigieren Sie die SKU oder die Optionswerte.',
  sku_taken:
    'Eine Variante eines anderen Produkts hat diese SKU. Geben Sie dieser eine eigene, oder korrigieren Sie den Handle.',
  'sku_taken:product':
    'Das Produkt „{handle}“ hat diese SKU. Geben Sie dieser Variante eine eigene, oder korrigieren Sie den Handle.',
  variant_image_unknown:
    'Das Produkt hat kein Bild mit dieser Adresse. Schreiben Sie sie in einer Zeile des Produkts auch in die Spalte image_url.',
  parent_not_found:
    'Das Produkt, zu dem die Zeile gehört, steht nicht in der Datei. Exportieren Sie das Produkt zusammen mit seinen Varianten, oder korrigieren Sie, was es benennt.',
  'parent_not_found:unnamed':
    'Die Zeile sagt nicht, zu welchem Produkt sie gehört. Nennen Sie es mit seiner SKU oder seiner ID.',
  'parent_not_found:ambiguous': 'Mehrere Produkte passen: {rows}. Geben Sie jedem eine eigene SKU.',
  'parent_not_found:not_variable':
    'Das Produkt, das die Zeile nennt, steht in {row} und ist keines mit Variationen. Korrigieren Sie dort seinen Typ, oder nennen Sie hier ein anderes.',
  'parent_not_found:variation':
    'Die Zeile nennt eine Variation statt eines Produkts. Schreiben Sie die SKU des Produkts hinein, das die Variationen hat.',
  'parent_not_found:unknown_kind':
    'Vielleicht ist das Produkt darüber gemeint, in {row}; von welcher Art diese Zeile ist, bleibt aber unklar. Korrigieren Sie es dort.',
  'parent_not_found:none_above':
    'Über dieser Zeile steht kein Produkt. Stellen Sie die Zeile direkt unter ihr Produkt.',
  'parent_not_found:not_in_file':
    'Keine Zeile der Datei ist das Produkt, das diese Zeile nennt. Exportieren Sie das Produkt zusammen mit seinen Varianten, oder korrigieren Sie den Namen.',
  several_products:
    'Mehrere Produkte nennen diese Variante, und sie kann nur zu einem gehören. Behalten Sie sie in einem davon.',
  'several_products:rows':
    'Die Produkte in {rows} nennen diese Variante, und sie kann nur zu einem gehören. Behalten Sie sie in einem davon und geben Sie den anderen eine Variante mit eigener SKU.',
  invalid_variations:
    'Ein Teil der Liste der Varianten ist nicht lesbar oder nennt eine Variante zweimal. Schreiben Sie jede einmal, etwa sku=A-S,size=S, mit | dazwischen.',
  unsupported_product_type:
    'Produkte dieses Typs können nicht importiert werden. Ändern Sie den Typ in einen für einzelne Produkte oder Produkte mit Varianten, oder entfernen Sie die Zeile.',
  unknown_row_type:
    'Eine solche Art von Zeile gibt es in diesem Format nicht. Korrigieren Sie das Wort, oder entfernen Sie die Zeile.',
  invalid_options:
    'Die Optionen der Variante sind nicht lesbar. Schreiben Sie sie, wie ein Export dieses Shop-Systems sie schreibt.',
} as const

/** Hinweise zu Zeilen, die trotzdem übernommen werden. */
export const rowWarningTexts = {
  stray_quote:
    'Die Anführungszeichen um die Zelle oder in ihr sind ungewöhnlich; sie wurde gelesen, soweit das klar ist. Prüfen Sie den Wert.',
  control_character_removed: 'Unsichtbare Zeichen der Zelle wurden entfernt. Prüfen Sie den Text.',
  row_padded: 'Die Zellen, die am Ende fehlen, wurden als leer gelesen.',
  'row_padded:columns':
    'Die Zeile hat {count} der {limit} Spalten; die fehlenden Zellen wurden als leer gelesen.',
  long_description:
    'Die Beschreibung ist länger, als eine Zelle einer Tabellenkalkulation fasst. Speichern Sie diese Datei nicht aus einer solchen: Der Text würde abgeschnitten.',
  text_cut:
    'Der Text ist genau so lang, wie eine Zelle einer Tabellenkalkulation sein kann; der Rest ist vielleicht abgeschnitten. Vergleichen Sie sein Ende mit dem Original.',
  replacement_character:
    'Beim Schreiben oder Umwandeln der Datei gingen Zeichen verloren. Schreiben Sie sie neu, oder exportieren Sie die Datei noch einmal als „CSV UTF-8“.',
  'replacement_character:stored':
    'Ihr Katalog hat „{before}“, die Datei „{after}“, mit „?“ für Zeichen, die beim Speichern verloren gingen. Speichern Sie die Datei als „CSV UTF-8“, oder schreiben Sie sie neu.',
  leading_zeros_lost:
    'Der Text ist der Ihres Katalogs ohne die führenden Nullen; vielleicht hat eine Tabellenkalkulation sie entfernt. Schreiben Sie sie wieder, wenn sie dazugehören.',
  'leading_zeros_lost:stored':
    'Ihr Katalog hat „{before}“, die Datei „{after}“: Vielleicht hat eine Tabellenkalkulation die führenden Nullen entfernt. Schreiben Sie sie wieder, wenn sie dazugehören.',
  'leading_zeros_lost:handle':
    'Das Produkt ist neu, aber Ihr Katalog hat eines mit dem Handle „{handle}“: Vielleicht hat eine Tabellenkalkulation die führenden Nullen entfernt. Wenn jenes gemeint ist, schreiben Sie hier dessen Handle.',
  rewritten_value:
    'Vielleicht hat ein Programm den Text umgeschrieben. Schreiben Sie ihn, wie er war, wenn das gemeint ist.',
  'rewritten_value:number':
    'Ihr Katalog hat „{before}“, die Datei „{after}“: Vielleicht hat eine Tabellenkalkulation den Text für eine Zahl, ein Datum oder TRUE gehalten. Schreiben Sie ihn, wie er war, wenn das gemeint ist.',
  'rewritten_value:apostrophe':
    'Ihr Katalog hat „{before}“, die Datei „{after}“: Der Apostroph am Anfang wird Teil des Textes. Entfernen Sie ihn, wenn er nur einer Tabellenkalkulation sagt, dass das Text ist.',
  'rewritten_value:misread':
    'Ihr Katalog hat „{before}“, die Datei „{after}“: Ein Programm hat den Text mit der falschen Kodierung gelesen. Öffnen Sie die Datei dort als UTF-8 und speichern Sie sie noch einmal, oder schreiben Sie den Text neu.',
  incomplete_product:
    'Einige Varianten dieses neuen Produkts haben Fehler, und es wird ohne sie angelegt. Korrigieren Sie deren Zeilen und importieren Sie sie noch einmal.',
  'incomplete_product:rows':
    'Das Produkt wird ohne die Varianten aus {rows} angelegt, die Fehler haben. Korrigieren Sie diese Zeilen und importieren Sie sie noch einmal.',
  price_jump:
    'Der Preis wird 0, sinkt um die Hälfte oder mehr oder verdoppelt sich mindestens. Übernehmen Sie ihn nur, wenn das gemeint ist.',
  'price_jump:falls':
    'Der Preis sinkt um {percentage} %, von {before} auf {after}. Übernehmen Sie ihn nur, wenn das gemeint ist.',
  'price_jump:rises':
    'Der Preis steigt um {percentage} %, von {before} auf {after}. Übernehmen Sie ihn nur, wenn das gemeint ist.',
  option_value_spelling:
    'Ihr Katalog schreibt den Optionswert mit anderen Großbuchstaben; er wurde für denselben gehalten. Schreiben Sie ihn wie im Katalog.',
  'option_value_spelling:stored':
    'Ihr Katalog hat „{before}“, wo die Datei „{after}“ hat; das wurde für denselben Wert gehalten. Schreiben Sie ihn wie im Katalog.',
  sku_left_out:
    'Eine andere Variante hat diese SKU, deshalb kommt diese ohne SKU. Geben Sie ihr eine eigene.',
  'sku_left_out:product':
    'Das Produkt „{handle}“ hat diese SKU, deshalb kommt diese Variante ohne SKU. Geben Sie ihr eine eigene.',
  'sku_left_out:row':
    'Die Variante in {row} hat diese SKU, deshalb kommt diese ohne SKU. Geben Sie ihr eine eigene.',
  title_exists:
    'Das Produkt ist neu, aber ein anderes in Ihrem Katalog hat diesen Titel. Wenn jenes gemeint ist, schreiben Sie hier dessen Handle.',
  'title_exists:product':
    'Das Produkt ist neu, aber „{handle}“ in Ihrem Katalog hat diesen Titel schon. Wenn jenes gemeint ist, schreiben Sie hier dessen Handle.',
  inventory_not_tracked:
    'Die Menge wurde ausgelassen, weil der Bestand laut der Datei nicht gezählt wird. Ändern Sie das in der Datei, um sie zu importieren.',
  ignored_value:
    'Die Zelle wurde ausgelassen: Wozu sie gehört, fehlt oder kann sie nicht haben, oder eine frühere Zeile sagt etwas anderes.',
  'ignored_value:no_variant':
    'Die Zelle wurde ausgelassen: Die Zeile hat keine Variante, zu der sie gehören könnte.',
  'ignored_value:no_image':
    'Die Zelle wurde ausgelassen: Die Zeile hat kein Bild, zu dem sie gehören könnte.',
  'ignored_value:failed_row':
    'Die Variante kommt ohne dieses Bild: Die Zeile, die es bringt, hat Fehler. Korrigieren Sie jene Zeile und importieren Sie beide noch einmal.',
  'ignored_value:earlier_row':
    'Die Zelle wurde ausgelassen: In {row} steht „{earlier}“, und die erste Zeile zählt.',
  'ignored_value:too_long':
    'Die Zelle wurde ausgelassen: Sie ist länger als die {limit} Zeichen, die hier Platz haben.',
  'ignored_value:hidden_variant':
    'Eine Variante kann nicht allein verborgen sein: Sie wird verkauft, sobald ihr Produkt es wird. Entfernen Sie die Zeile, um sie auszulassen.',
  'ignored_value:of_variants': 'Die Zelle wurde ausgelassen: Das haben nur die Varianten des Produkts.',
  'ignored_value:unused_option':
    'Die Option „{option}“ wurde ausgelassen: Keine Variante des Produkts hat einen Wert dafür.',
  'ignored_value:blank_option_name':
    'Der Wert wurde ausgelassen, weil seine Option keinen Namen hat. Schreiben Sie den Namen, um ihn zu importieren.',
  'ignored_value:variant_fields':
    'Eigene Felder wurden ausgelassen: Sie gehören zum Produkt, und eine Variante hat keine.',
  'ignored_value:several_brands':
    'Die Marken wurden ausgelassen: Ein Produkt hat einen Hersteller, und das sind mehrere.',
  'ignored_value:tag_with_comma': 'Das Schlagwort wurde ausgelassen: Es darf kein Komma enthalten.',
  'ignored_value:shared_stock':
    'Der Bestand wurde ausgelassen: Die Variationen teilen sich den ihres Produkts, und hier hat jede Variante einen eigenen.',
  'ignored_value:too_many_images': 'Die Zeile hat {count} Bilder; die ersten {limit} wurden genommen.',
  'ignored_value:labels':
    'Die Beschriftungen wurden ausgelassen: Es sind {count} für {images} Bilder, sodass unklar ist, welche wozu gehört. Schreiben Sie eine für jedes Bild, mit Anführungszeichen, wo sie ein Komma enthält.',
  'ignored_value:rule':
    'Die Regel wurde ausgelassen: Eine frühere beendet die Regeln des Produkts, oder die Variante, die sie nennt, gibt es nicht.',
  image_not_fetchable: 'Das Bild kann nie geladen werden. Schreiben Sie eine Adresse, die jeder öffnen kann.',
  'image_not_fetchable:syntax':
    'Das kann keine Adresse sein. Kopieren Sie die Adresse des Bildes aus Ihrem Browser: Sie hat keine Leerzeichen.',
  'image_not_fetchable:scheme': 'Schreiben Sie eine Adresse, die mit https:// oder http:// beginnt.',
  'image_not_fetchable:credentials':
    'Die Adresse enthält einen Benutzernamen oder ein Passwort. Verwenden Sie eine, die jeder ohne Anmeldung öffnen kann.',
  'image_not_fetchable:port':
    'Die Adresse nennt einen Port, der nicht erlaubt ist. Verwenden Sie eine ohne Doppelpunkt und Zahl hinter dem Namen des Servers.',
  'image_not_fetchable:length': 'Die Adresse ist zu lang. Verwenden Sie eine kürzere.',
  'image_not_fetchable:literal':
    'Die Adresse liegt nicht im öffentlichen Internet. Legen Sie das Bild dorthin, wo jeder es öffnen kann.',
  'image_not_fetchable:internal_name':
    'Die Adresse liegt nicht im öffentlichen Internet. Legen Sie das Bild dorthin, wo jeder es öffnen kann.',
  'image_not_fetchable:file_name':
    'Das ist der Name einer Datei und keine Adresse, deshalb wurde das Bild ausgelassen. Schreiben Sie eine Adresse, die mit https:// oder http:// beginnt.',
  'image_not_fetchable:blank': 'Die Zeile gehört zu einem Bild und hat keine Adresse. Schreiben Sie sie.',
  rule_merged: 'Was die Regel über Preis oder Bild sagt, ging an die Varianten, die sie nennt.',
  row_not_imported: 'Die Zeile enthält etwas, das Ihr Katalog nicht hat.',
  'row_not_imported:video': 'Ihr Katalog hat keine Videos.',
  'row_not_imported:rule': 'Die Regel ändert weder den Preis noch das Bild einer Variante.',
  'row_not_imported:composite':
    'Die Zeile sagt, woraus ein zusammengesetztes Produkt besteht; das hat Ihr Katalog nicht.',
  store_view_skipped: 'Die Zeile sagt, was eine einzelne Store-View anders zeigt; die hat Ihr Katalog nicht.',
  variants_not_in_file:
    'Das Produkt nennt Varianten, die keine Zeile in der Datei haben; sie wurden nicht importiert. Fügen Sie ihre Zeilen hinzu, um sie zu importieren.',
  'variants_not_in_file:none': 'Das Produkt ist eines mit Varianten, und seine Liste davon ist leer.',
  'variants_not_in_file:variants':
    'Das Produkt nennt Varianten, die keine Zeile in der Datei haben und nicht importiert wurden: {variants}. Fügen Sie ihre Zeilen hinzu, um sie zu importieren.',
  variants_from_options:
    'Die Datei nennt die Varianten dieses Produkts nicht; sie wurden aus seinen Optionen gemacht, alle mit demselben Preis. Prüfen Sie sie nach dem Import.',
  'variants_from_options:made':
    'Die Datei nennt die Varianten dieses Produkts nicht: {count} wurden aus seinen Optionen gemacht, alle mit demselben Preis. Prüfen Sie sie nach dem Import.',
  variant_without_product:
    'Im bisherigen Shop ist das eine Variante, aber kein Produkt der Datei nennt sie: Sie wird ein eigenes Produkt. Entfernen Sie die Zeile, wenn sie keines ist.',
  temporary_price:
    'Im bisherigen Shop gilt der Preis nur eine Zeit lang; hier bleibt er, bis Sie ihn ändern. Leeren Sie den Angebotspreis, um den üblichen zu importieren.',
  'temporary_price:from':
    'Im bisherigen Shop gilt dieser Preis ab {from}; hier bleibt er, bis Sie ihn ändern. Leeren Sie den Angebotspreis, um den üblichen zu importieren.',
  'temporary_price:to':
    'Im bisherigen Shop gilt dieser Preis bis {to}; hier bleibt er, bis Sie ihn ändern. Leeren Sie den Angebotspreis, um den üblichen zu importieren.',
  'temporary_price:period':
    'Im bisherigen Shop gilt dieser Preis von {from} bis {to}; hier bleibt er, bis Sie ihn ändern. Leeren Sie den Angebotspreis, um den üblichen zu importieren.',
  position_taken: 'Ein anderes Bild hat diese Position; dieses kommt danach.',
  'position_taken:kept': 'Position {position} hat ein Bild, das die Datei nicht nennt; dieses kommt danach.',
  'position_taken:row': 'Auch das Bild in {row} hat Position {position}; dieses kommt danach.',
  handle_adjusted: 'Zeichen, die ein Handle nicht haben kann, wurden weggelassen.',
  'handle_adjusted:handle':
    'Zeichen, die ein Handle nicht haben kann, wurden weggelassen: Das Produkt wird als „{handle}“ importiert.',
  rounded_number:
    'Die Zahl sieht nach dem Ergebnis einer Formel aus und wurde gerundet. Prüfen Sie, ob das gemeint ist.',
  'rounded_number:rounded':
    'Die Zahl sieht nach dem Ergebnis einer Formel aus und wurde auf {rounded} gerundet. Prüfen Sie, ob das gemeint ist.',
  status_read_as_draft:
    'Diesen Status hat Ihr Katalog nicht: Das Produkt wird ein Entwurf, den Kunden nicht sehen. Schreiben Sie active, um es allen zu zeigen.',
  scheduled_sale:
    'Der Angebotspreis wurde ausgelassen, weil das Angebot nach seinen Daten heute nicht gilt. Der übliche Preis wurde genommen.',
  'scheduled_sale:from':
    'Der Angebotspreis wurde ausgelassen, weil er erst ab {from} gilt. Der übliche Preis wurde genommen.',
  'scheduled_sale:to':
    'Der Angebotspreis wurde ausgelassen, weil er nur bis {to} galt. Der übliche Preis wurde genommen.',
  'scheduled_sale:period':
    'Der Angebotspreis wurde ausgelassen, weil er nur von {from} bis {to} gilt. Der übliche Preis wurde genommen.',
  changed_since: 'Das hat seit dem Import jemand geändert; das Rückgängigmachen lässt es, wie es ist.',
  'changed_since:value':
    'Der Import schrieb „{before}“, und jemand hat daraus „{after}“ gemacht: Das bleibt.',
  'changed_since:product':
    'Das Produkt wurde seit dem Import, der es hinzugefügt hat, geändert und bleibt. Wenn Sie es nicht wollen, setzen Sie seinen Status auf archived.',
  'changed_since:options': 'Die Optionen wurden seit dem Import geändert und bleiben, wie sie sind.',
  'changed_since:order': 'Die Reihenfolge der Bilder wurde seit dem Import geändert und bleibt, wie sie ist.',
  'changed_since:sku': 'Eine andere Variante hat jetzt die SKU „{sku}“; diese behält ihre.',
  'changed_since:url': 'Das Produkt hat wieder ein Bild mit der Adresse „{url}“; dieses behält seine.',
  'changed_since:picture':
    'Das Produkt hat kein Bild mit der Adresse „{url}“ mehr; das Bild der Variante bleibt, wie es ist.',
  kept: 'Der Import hat es hinzugefügt, und beim Rückgängigmachen wird nichts gelöscht.',
  'kept:variant': 'Der Import hat die Variante hinzugefügt, und beim Rückgängigmachen wird nichts gelöscht.',
  'kept:image': 'Der Import hat das Bild hinzugefügt, und beim Rückgängigmachen wird nichts gelöscht.',
  'kept:options':
    'Die Optionen bleiben, wie sie sind, weil Varianten, die der Import hinzugefügt hat, sie haben.',
  changes_not_shown: 'Die Zeile ändert mehr, als hier gezeigt wird.',
  'changes_not_shown:count': 'Felder, die die Zeile außer den gezeigten ändert: {count}.',
  errors_not_shown:
    'Korrigieren Sie die gezeigten und laden Sie die Datei noch einmal hoch, um die übrigen zu sehen.',
} as const

/** Hinweise zur ganzen Datei. */
export const fileWarningTexts = {
  windows_1252:
    'Die Datei ist nicht UTF-8. Prüfen Sie unten Umlaute und Sonderzeichen; als „CSV UTF-8“ gespeichert gibt es keinen Zweifel.',
  encoding_guessed:
    'Die Datei ist nicht UTF-8. Prüfen Sie unten Umlaute und Sonderzeichen; als „CSV UTF-8“ gespeichert gibt es keinen Zweifel.',
  'encoding_guessed:encoding':
    'Die Datei wurde als {encoding} gelesen. Prüfen Sie unten Umlaute und Sonderzeichen; als „CSV UTF-8“ gespeichert gibt es keinen Zweifel.',
  other_sheets:
    'Nur das erste sichtbare Blatt wurde gelesen. Um ein anderes zu importieren, schieben Sie es an die erste Stelle, oder speichern Sie es als eigene Datei.',
  'other_sheets:sheets':
    'Gelesen wurde „{read}“. Weitere Blätter, die nicht gelesen wurden: {others}. Um ein anderes zu importieren, schieben Sie es an die erste Stelle, oder speichern Sie es als eigene Datei.',
  lines_above_header: 'Was über den Spaltennamen steht, wurde ausgelassen. Prüfen Sie, ob nichts fehlt.',
  'lines_above_header:header':
    'Die Spaltennamen stehen in {row}; was darüber steht, wurde ausgelassen. Prüfen Sie, ob nichts fehlt.',
  decimal_comma:
    'Die Zahlen der Datei haben ein Komma vor den Nachkommastellen. Prüfen Sie unten die Preise.',
  several_currencies:
    'Die Datei hat Preise in mehreren Währungen; die einer davon wurden genommen. Entfernen Sie deren Spalte, um die nächste zu nehmen.',
  'several_currencies:columns':
    'Die Datei hat Preise in mehreren Spalten: {columns}. Die aus „{taken}“ wurden genommen; entfernen Sie diese Spalte, um die nächste zu nehmen.',
  region_prices_ignored:
    'Die Datei hat Preise für einzelne Regionen. Sie wurden ausgelassen, weil eine Variante einen Preis hat.',
  'region_prices_ignored:columns':
    'Die Preise einzelner Regionen wurden ausgelassen, weil eine Variante einen Preis hat: {columns}.',
  images_to_retry:
    'Die Datei ändert nichts, und Bilder ihrer Produkte konnten in einem früheren Import nicht geladen werden. Wenn nur deren Server gestört war, fordern Sie sie dort erneut an; eine falsche Adresse muss in der Datei korrigiert werden.',
  'images_to_retry:images':
    'Die Datei ändert nichts. Bilder ihrer Produkte, die im Import vom {time} nicht geladen werden konnten: {count}. Wenn nur deren Server gestört war, fordern Sie sie dort erneut an; eine falsche Adresse muss in der Datei korrigiert werden.',
  several_outlets:
    'Die Mengen aller Filialen wurden zusammengezählt. Um nur die einer Filiale zu nehmen, entfernen Sie die Spalten der anderen.',
  changed_since: 'Die Zeilen unten sagen, was seit dem Import jemand geändert hat; es bleibt, wie es ist.',
  'changed_since:count':
    'Werte, die bleiben, wie sie sind, weil jemand sie seit dem Import geändert hat: {count}. Die Zeilen unten sagen, welche.',
  kept: 'Beim Rückgängigmachen wird nichts gelöscht: Was der Import zu vorhandenen Produkten hinzugefügt hat, bleibt.',
  'kept:count':
    'Beim Rückgängigmachen wird nichts gelöscht. Varianten und Bilder, die der Import zu vorhandenen Produkten hinzugefügt hat und die bleiben: {count}.',
  weight_unit_unknown:
    'Die Datei sagt nicht, in welcher Einheit ihre Gewichte sind; sie wurden ausgelassen. Laden Sie nach dem Import Ihren Katalog herunter, tragen Sie die Gewichte in Gramm ein und importieren Sie jene Datei.',
  'weight_unit_unknown:pounds_or_kilograms':
    'Die Datei sagt nicht, ob ihre Gewichte Pfund oder Kilogramm sind; sie wurden ausgelassen. Laden Sie nach dem Import Ihren Katalog herunter, tragen Sie die Gewichte in Gramm ein und importieren Sie jene Datei.',
  'weight_unit_unknown:unit_column':
    'Die Datei sagt nicht, in welcher Einheit ihre Gewichte sind; sie wurden ausgelassen. Schreiben Sie g, kg, lb oder oz in die Spalte weight_unit.',
} as const
