import type {
  fileWarningTexts as originalFileWarningTexts,
  rowErrorTexts as originalRowErrorTexts,
  rowWarningTexts as originalRowWarningTexts,
} from '../en/explanations.ts'
import type { French } from './french.ts'

// `{row}` is inserted as “ligne 2”, `{rows}` as “ligne 2” or “lignes 2, 5 et 7”: `{rows}` never follows an article.

export const rowErrorTexts = {
  missing_value: 'Cette cellule ne doit pas être vide. Remplissez-la.',
  'missing_value:handle': 'Indiquez le handle du produit auquel la ligne appartient.',
  'missing_value:unknown_sku':
    'La ligne n’a pas de handle, et aucune variante de votre catalogue ne porte ce SKU. Corrigez le SKU ou indiquez le handle du produit.',
  'missing_value:title':
    'Le produit « {handle} » est nouveau et n’a pas de titre. Indiquez-en un dans la première de ses lignes.',
  'missing_value:price': 'La variante est nouvelle et n’a pas de prix. Indiquez-en un, par exemple 25.00.',
  'missing_value:unusable_name':
    'Le nom du produit est absent ou ne permet pas de former un handle. Indiquez un nom contenant des lettres ou des chiffres.',
  'missing_value:no_own_name':
    'Le produit n’a pas de nom, ou un autre produit du fichier porte le même. Indiquez un autre nom.',
  'missing_value:repeated_name':
    'Un autre produit du fichier porte le même nom, et rien ne les distingue. Donnez à celui-ci un SKU ou un nom qui lui soit propre.',
  'missing_value:no_sku': 'La ligne n’a pas de SKU, qui sert à trouver son produit. Indiquez-le.',
  'missing_value:new_sku':
    'Aucune variante de votre catalogue ne porte ce SKU, et un nouveau produit a besoin d’un titre. Corrigez le SKU ou indiquez un titre.',
  'missing_value:source_sku':
    'La ligne n’a pas de SKU, alors que c’est à lui que la plateforme d’origine reconnaît un produit. Indiquez-le.',
  too_long: 'Le texte est plus long que ce qui est possible ici. Raccourcissez-le.',
  'too_long:characters': 'Ce texte ne peut pas dépasser {limit} caractères. Raccourcissez-le.',
  'too_long:cell': 'Une cellule ne peut pas dépasser {limit} Ko. Raccourcissez le texte.',
  broken_text:
    'Certains caractères ont été endommagés à l’écriture ou à la conversion du fichier ; « � » figure à leur place. Saisissez-les à nouveau, ou exportez à nouveau le fichier au format « CSV UTF-8 ».',
  unexpected_date:
    'La cellule contient une date, peut-être tirée par un tableur d’un texte comme 3-5. Mettez la colonne au format texte, saisissez la valeur à nouveau et enregistrez le fichier.',
  formula_error:
    'La formule de la cellule aboutit à une erreur. Corrigez-la, ou saisissez la valeur à sa place, puis enregistrez le fichier.',
  'formula_error:not_computed':
    'Le résultat de la formule n’est pas enregistré dans le fichier. Ouvrez-le dans votre tableur et enregistrez-le, ou saisissez la valeur à la place de la formule.',
  unclear_quotes:
    'Impossible de distinguer les guillemets qui font partie d’un texte de ceux qui entourent une cellule : les cellules de la ligne sont peut-être dans les mauvaises colonnes. Entourez de guillemets chaque cellule qui en contient, et doublez ceux de l’intérieur : "tube 5"" noir".',
  invalid_handle:
    'Utilisez uniquement des lettres, des chiffres, « - », « _ » et « . », en commençant par une lettre ou un chiffre, par exemple chemise-en-lin.',
  invalid_status: 'Indiquez active, draft ou archived.',
  too_many_tags: 'Le produit a plus de balises qu’il n’est possible. Retirez-en.',
  'too_many_tags:tags': 'Un produit peut avoir {limit} balises au plus ; en voici {count}. Retirez-en.',
  invalid_number: 'Écrivez uniquement des chiffres, sans devise ni séparateur de milliers.',
  'invalid_number:dot':
    'Écrivez uniquement des chiffres, avec un point avant les décimales, sans devise ni séparateur de milliers, par exemple {example}.',
  'invalid_number:comma':
    'Écrivez uniquement des chiffres, avec une virgule avant les décimales, sans devise ni séparateur de milliers, par exemple {example}.',
  ambiguous_number:
    'Le point peut séparer les milliers ou les décimales. Écrivez le nombre sans point, ou avec une décimale de plus.',
  'ambiguous_number:dot':
    'Le point peut séparer les milliers ou les décimales. Écrivez {whole} ou, avec une décimale de plus, {exact}.',
  negative_number: 'Écrivez un nombre supérieur ou égal à 0.',
  number_too_large: 'Le nombre est plus grand que ce qui est possible ici. Écrivez-en un plus petit.',
  'number_too_large:digits':
    'Le nombre de chiffres avant les décimales est limité à {limit}. Écrivez un nombre plus petit.',
  too_many_decimals: 'Le nombre a plus de décimales qu’il n’est possible ici. Arrondissez-le.',
  'too_many_decimals:decimals': 'Arrondissez le nombre. Décimales possibles : {limit}.',
  invalid_integer: 'Écrivez un nombre entier, uniquement en chiffres, par exemple 12.',
  'invalid_integer:from':
    'Écrivez un nombre entier supérieur ou égal à {least}, uniquement en chiffres, par exemple 12.',
  invalid_boolean: 'Indiquez TRUE ou FALSE.',
  invalid_url: 'Indiquez une adresse qui commence par https:// ou http://.',
  'invalid_url:url':
    'Indiquez une adresse de {limit} caractères au plus, qui commence par https:// ou http://.',
  several_urls:
    'Indiquez une seule adresse par cellule. Les autres images ont leurs propres lignes, avec le même handle.',
  scientific_notation:
    'Un tableur a écrit ceci à la place du nombre complet. Mettez la colonne au format texte, saisissez à nouveau le code et exportez à nouveau le fichier.',
  data_beyond_header:
    'La ligne a plus de cellules qu’il n’y a de colonnes nommées. Entourez de guillemets la cellule qui contient le séparateur, ou donnez un nom à la colonne.',
  row_adds_nothing:
    'La ligne ne dit rien du produit que les lignes précédentes ne disent déjà. Ajoutez-y une variante ou une image, ou supprimez la ligne.',
  conflicting_values:
    'Une autre ligne du même produit indique autre chose. Mettez la même valeur dans les deux, ou laissez cette cellule vide.',
  'conflicting_values:rows':
    'À la {row}, la valeur est « {earlier} », ici « {later} » : un produit n’en a qu’une. Mettez la même dans les deux, ou laissez cette cellule vide.',
  'conflicting_values:same_id':
    'Le produit qui porte cet ID figure déjà à la {row}. Donnez un autre ID à celui-ci, ou supprimez l’un des deux.',
  no_variant:
    'Le produit est nouveau et n’a pas de variante : il n’aurait pas de prix. Indiquez un prix, ou corrigez le handle si un produit du catalogue est visé.',
  'no_variant:product':
    'Le produit « {handle} » est nouveau et n’a pas de variante : il n’aurait pas de prix. Indiquez un prix, ou corrigez le handle si un produit du catalogue est visé.',
  product_invalid:
    'Une autre ligne du produit contient une erreur qui le concerne en entier. Corrigez l’erreur à cet endroit ; cette ligne-ci n’est pas à modifier.',
  'product_invalid:rows':
    'Tout le produit est bloqué par une erreur ({rows}). Corrigez-la à cet endroit ; cette ligne-ci n’est pas à modifier.',
  option_gap:
    'L’option précédente n’a pas de nom. Nommez les options à partir de la première, sans en sauter.',
  'option_gap:gap':
    'L’option {number} a un nom, mais pas l’option {before}. Nommez les options à partir de la première, sans en sauter.',
  option_value_without_name:
    'La valeur appartient à une option qui n’a pas de nom. Nommez l’option, ou laissez la valeur vide.',
  'option_value_without_name:number':
    'Le produit n’a pas d’option {number}. Nommez-la dans option{number}_name, ou laissez la valeur vide.',
  'option_value_without_name:stored':
    'Le produit « {handle} » n’a pas d’option « {option} ». Pour modifier ses options, ajoutez au fichier sa propre ligne avec toutes ses variations ; sinon, laissez l’attribut vide.',
  'option_value_without_name:blank_name':
    'La valeur appartient à une option sans nom. Indiquez le nom dans la colonne voisine, ou laissez la valeur vide.',
  missing_option_value: 'La variante n’a pas de valeur pour l’une des options de son produit. Indiquez-la.',
  'missing_option_value:option': 'La variante n’a pas de valeur pour l’option « {option} ». Indiquez-la.',
  'missing_option_value:any':
    'La variation vaut pour toutes les valeurs de « {option} », alors qu’ici une variante a une valeur par option. Indiquez-la dans « {cell} », et ajoutez une ligne pour chaque autre valeur.',
  several_option_values: 'Une variante a une seule valeur par option. Faites une ligne pour chaque valeur.',
  'several_option_values:option':
    'Une variante a une seule valeur par option, et « {option} » en a ici plusieurs. Faites une ligne pour chacune.',
  too_many_options:
    'Le produit a plus d’options qu’il n’est possible. Regroupez-en deux, ou faites-en plusieurs produits.',
  'too_many_options:options':
    'Le produit a {count} options, et le maximum est de {limit}. Regroupez-en deux, ou faites-en plusieurs produits.',
  too_many_variants:
    'Le produit ou l’une de ses lignes donne plus de variantes qu’il n’est possible. Faites-en plusieurs produits, ou raccourcissez les listes de valeurs.',
  'too_many_variants:of_row':
    'Les options donnent {count} variantes, et le maximum par ligne est de {limit}. Raccourcissez les listes de valeurs.',
  'too_many_variants:of_file':
    'Les options donnent encore {count} variantes, et le maximum par fichier est de {limit}. Divisez le fichier.',
  'too_many_variants:of_product':
    'Le produit aurait {count} variantes, et le maximum est de {limit}. Faites-en plusieurs produits.',
  too_many_images:
    'Le produit aurait plus d’images qu’il n’est possible. Retirez les images les moins utiles.',
  'too_many_images:images':
    'Le produit aurait {count} images, et le maximum est de {limit}. Retirez les images les moins utiles.',
  too_much_metadata:
    'Les champs personnalisés du produit sont trop volumineux au total. Raccourcissez leurs textes, ou retirez-en quelques-uns.',
  'too_much_metadata:metadata':
    'Les champs personnalisés du produit auraient {count} Ko au total, et le maximum est de {limit}. Raccourcissez leurs textes, ou retirez-en quelques-uns.',
  uncovered_variants:
    'Les options du produit changent, et ses variantes ne sont pas toutes dans le fichier. Ajoutez une ligne pour chaque variante, avec son SKU et ses valeurs d’option.',
  'uncovered_variants:variants':
    'Les options du produit changent, et le fichier ne donne pas leurs valeurs pour certaines de ses variantes : {variants}. Ajoutez une ligne pour chacune, avec son SKU et ses valeurs d’option.',
  duplicate_options:
    'Plusieurs variantes du produit ont les mêmes valeurs d’option. Donnez à chacune les siennes, ou supprimez la ligne en trop.',
  'duplicate_options:rows':
    'Des variantes du produit ont les mêmes valeurs d’option ({rows}). Donnez à chacune les siennes, ou supprimez la ligne en trop.',
  'duplicate_options:no_options':
    'Le produit n’a pas d’options, et sa variante figure plusieurs fois ({rows}). Donnez des options aux variantes, ou supprimez la ligne en trop.',
  duplicate_sku:
    'Le même SKU figure dans plusieurs lignes. Donnez à chaque variante son propre SKU, ou supprimez la ligne en trop.',
  'duplicate_sku:rows':
    'Le même SKU figure plusieurs fois ({rows}). Donnez à chaque variante son propre SKU, ou supprimez la ligne en trop.',
  same_variant_twice:
    'La même variante figure dans plusieurs lignes, désignée par son SKU et par ses options. Gardez une seule de ces lignes.',
  'same_variant_twice:rows':
    'La variante « {variant} » figure plusieurs fois ({rows}), désignée par son SKU et par ses options. Gardez une seule de ces lignes.',
  sku_options_conflict:
    'Le SKU appartient à une variante du produit, et les valeurs d’option à une autre. Corrigez le SKU ou les valeurs d’option.',
  'sku_options_conflict:variants':
    'Le SKU « {sku} » appartient à la variante « {variant} », et les valeurs d’option à « {other} ». Corrigez le SKU ou les valeurs d’option.',
  sku_taken:
    'Une variante d’un autre produit porte ce SKU. Donnez à cette variante son propre SKU, ou corrigez le handle.',
  'sku_taken:product':
    'Le produit « {handle} » porte ce SKU. Donnez à cette variante son propre SKU, ou corrigez le handle.',
  variant_image_unknown:
    'Le produit n’a pas d’image à cette adresse. Indiquez-la aussi dans la colonne image_url de l’une des lignes du produit.',
  parent_not_found:
    'Le produit auquel la ligne appartient n’est pas dans le fichier. Exportez le produit avec ses variantes, ou corrigez ce qui le désigne.',
  'parent_not_found:unnamed':
    'La ligne ne dit pas à quel produit elle appartient. Désignez le produit par son SKU ou son ID.',
  'parent_not_found:ambiguous':
    'Plusieurs produits correspondent : {rows}. Donnez à chaque produit son propre SKU.',
  'parent_not_found:not_variable':
    'Le produit que la ligne désigne figure à la {row}, et ce n’est pas un produit à variations. Corrigez-y son type, ou désignez ici un autre produit.',
  'parent_not_found:variation':
    'La ligne désigne une variation et non un produit. Indiquez le SKU du produit auquel appartiennent les variations.',
  'parent_not_found:unknown_kind':
    'Son produit est peut-être plus haut, à la {row}, mais le type de celle-ci est illisible. Corrigez-le à cet endroit.',
  'parent_not_found:none_above':
    'Il n’y a aucun produit au-dessus de cette ligne. Placez-la juste en dessous de son produit.',
  'parent_not_found:not_in_file':
    'Aucune ligne du fichier n’est le produit que cette ligne désigne. Exportez le produit avec ses variantes, ou corrigez le nom.',
  several_products:
    'Plusieurs produits désignent cette variante, et elle ne peut appartenir qu’à un seul. Gardez-la dans l’un d’eux.',
  'several_products:rows':
    'Plusieurs produits ({rows}) désignent cette variante, et elle ne peut appartenir qu’à un seul. Gardez-la dans l’un d’eux, et donnez aux autres une variante avec son propre SKU.',
  invalid_variations:
    'Une partie de la liste des variantes est illisible, ou désigne deux fois la même. Indiquez chacune une fois, par exemple sku=A-S,size=S, en les séparant par |.',
  unsupported_product_type:
    'Les produits de ce type ne peuvent pas être importés. Choisissez un type qui correspond à des produits simples ou à des produits avec variantes, ou supprimez la ligne.',
  unknown_row_type: 'Ce type de ligne n’existe pas dans ce format. Corrigez le mot, ou supprimez la ligne.',
  invalid_options:
    'Les options de la variante sont illisibles. Écrivez-les comme dans un export de la plateforme d’origine.',
} as const satisfies French<typeof originalRowErrorTexts>

export const rowWarningTexts = {
  stray_quote:
    'Les guillemets autour de la cellule ou à l’intérieur sont inhabituels ; elle a été lue dans la mesure du possible. Vérifiez la valeur.',
  control_character_removed: 'Des caractères invisibles ont été retirés de la cellule. Vérifiez le texte.',
  row_padded: 'Les cellules absentes en fin de ligne ont été lues comme vides.',
  'row_padded:columns':
    'Colonnes présentes dans la ligne : {count} sur {limit} ; les cellules absentes ont été lues comme vides.',
  long_description:
    'La description est plus longue que ce que contient une cellule de tableur. N’enregistrez pas ce fichier depuis un tableur : le texte serait coupé.',
  text_cut:
    'Le texte a exactement la longueur maximale d’une cellule de tableur : la suite a peut-être été coupée. Comparez sa fin avec l’original.',
  replacement_character:
    'Des caractères ont été perdus à l’écriture ou à la conversion du fichier. Saisissez-les à nouveau, ou exportez à nouveau le fichier au format « CSV UTF-8 ».',
  'replacement_character:stored':
    'Votre catalogue contient « {before} », le fichier « {after} », où des points d’interrogation remplacent les caractères perdus à l’enregistrement. Enregistrez le fichier au format « CSV UTF-8 », ou saisissez-les à nouveau.',
  leading_zeros_lost:
    'Le texte est celui de votre catalogue sans les zéros de tête, qu’un tableur a peut-être retirés. Remettez-les s’ils en font partie.',
  'leading_zeros_lost:stored':
    'Votre catalogue contient « {before} », le fichier « {after} » : un tableur a peut-être retiré les zéros de tête. Remettez-les s’ils en font partie.',
  'leading_zeros_lost:handle':
    'Le produit est nouveau, mais votre catalogue en contient un dont le handle est « {handle} » : un tableur a peut-être retiré les zéros de tête. S’il s’agit de celui-là, indiquez ici son handle.',
  rewritten_value:
    'Un programme a peut-être réécrit le texte. Rétablissez-le si c’est bien lui que vous vouliez.',
  'rewritten_value:number':
    'Votre catalogue contient « {before} », le fichier « {after} » : un tableur l’a peut-être pris pour un nombre, une date ou TRUE. Rétablissez le texte d’origine si c’est bien lui que vous vouliez.',
  'rewritten_value:apostrophe':
    'Votre catalogue contient « {before} », le fichier « {after} » : l’apostrophe de tête fera partie du texte. Retirez-la si elle sert seulement à indiquer à un tableur qu’il s’agit de texte.',
  'rewritten_value:misread':
    'Votre catalogue contient « {before} », le fichier « {after} » : un programme a lu le texte avec le mauvais encodage. Ouvrez-y le fichier en UTF-8 et enregistrez-le à nouveau, ou saisissez à nouveau le texte.',
  incomplete_product:
    'Certaines variantes de ce nouveau produit contiennent des erreurs, et il est créé sans elles. Corrigez leurs lignes et importez-les à nouveau.',
  'incomplete_product:rows':
    'Le produit est créé sans les variantes qui contiennent des erreurs ({rows}). Corrigez ces lignes et importez-les à nouveau.',
  price_jump:
    'Le prix passe à 0, baisse de moitié ou plus, ou fait au moins le double. Ne l’appliquez que si c’est voulu.',
  'price_jump:falls':
    'Le prix baisse de {percentage} %, de {before} à {after}. Ne l’appliquez que si c’est voulu.',
  'price_jump:rises':
    'Le prix augmente de {percentage} %, de {before} à {after}. Ne l’appliquez que si c’est voulu.',
  option_value_spelling:
    'Votre catalogue écrit la valeur d’option avec d’autres majuscules ; elle a été considérée comme la même. Écrivez-la comme dans votre catalogue.',
  'option_value_spelling:stored':
    'Votre catalogue contient « {before} » là où le fichier contient « {after} » ; la valeur a été considérée comme la même. Écrivez-la comme dans votre catalogue.',
  sku_left_out:
    'Une autre variante porte ce SKU : celle-ci est donc importée sans. Donnez-lui son propre SKU.',
  'sku_left_out:product':
    'Le produit « {handle} » porte ce SKU : cette variante est donc importée sans. Donnez-lui son propre SKU.',
  'sku_left_out:row':
    'La variante de la {row} porte ce SKU : celle-ci est donc importée sans. Donnez-lui son propre SKU.',
  title_exists:
    'Le produit est nouveau, mais un autre produit de votre catalogue porte ce titre. S’il s’agit de celui-là, indiquez ici son handle.',
  'title_exists:product':
    'Le produit est nouveau, mais « {handle} » porte déjà ce titre dans votre catalogue. S’il s’agit de celui-là, indiquez ici son handle.',
  inventory_not_tracked:
    'La quantité a été ignorée, car le stock n’est pas suivi d’après le fichier. Modifiez cela dans le fichier pour l’importer.',
  ignored_value:
    'La cellule a été ignorée : ce à quoi elle se rapporte est absent ou ne peut pas l’avoir, ou une ligne précédente indique autre chose.',
  'ignored_value:no_variant':
    'La cellule a été ignorée : la ligne n’a pas de variante à laquelle elle pourrait se rapporter.',
  'ignored_value:no_image':
    'La cellule a été ignorée : la ligne n’a pas d’image à laquelle elle pourrait se rapporter.',
  'ignored_value:failed_row':
    'La variante est importée sans cette image : la ligne qui l’apporte contient des erreurs. Corrigez cette dernière et importez à nouveau les deux.',
  'ignored_value:earlier_row':
    'La cellule a été ignorée : à la {row}, la valeur est « {earlier} », et c’est la première ligne qui compte.',
  'ignored_value:too_long': 'La cellule a été ignorée : elle dépasse les {limit} caractères possibles ici.',
  'ignored_value:hidden_variant':
    'Une variante ne peut pas être masquée seule : elle sera en vente dès que son produit le sera. Supprimez la ligne pour ne pas l’importer.',
  'ignored_value:of_variants':
    'La cellule a été ignorée : cette valeur n’existe que pour les variantes du produit.',
  'ignored_value:unused_option':
    'L’option « {option} » a été ignorée : aucune variante du produit n’a de valeur pour elle.',
  'ignored_value:blank_option_name':
    'La valeur a été ignorée, car son option n’a pas de nom. Indiquez le nom pour l’importer.',
  'ignored_value:variant_fields':
    'Des champs personnalisés ont été ignorés : ils appartiennent au produit, et une variante n’en a pas.',
  'ignored_value:several_brands':
    'Les marques ont été ignorées : un produit n’a qu’un fournisseur, et il y en a ici plusieurs.',
  'ignored_value:tag_with_comma': 'La balise a été ignorée : une balise ne peut pas contenir de virgule.',
  'ignored_value:shared_stock':
    'Le stock a été ignoré : les variations partagent celui de leur produit, alors qu’ici chaque variante a le sien.',
  'ignored_value:too_many_images':
    'La ligne contient {count} images, plus qu’il n’est possible. Nombre d’images reprises, à partir de la première : {limit}.',
  'ignored_value:labels':
    'Les libellés ont été ignorés : leur nombre ({count}) n’est pas celui des images ({images}), et il n’est pas clair lequel va avec laquelle. Indiquez-en un par image, entre guillemets s’il contient une virgule.',
  'ignored_value:rule':
    'La règle a été ignorée : une règle précédente met fin à celles du produit, ou aucune variante n’est celle qu’elle désigne.',
  image_not_fetchable:
    'L’image ne pourra jamais être récupérée. Indiquez une adresse que tout le monde peut ouvrir.',
  'image_not_fetchable:syntax':
    'Ceci ne peut pas être une adresse. Copiez l’adresse de l’image depuis votre navigateur : elle ne contient pas d’espaces.',
  'image_not_fetchable:scheme': 'Indiquez une adresse qui commence par https:// ou http://.',
  'image_not_fetchable:credentials':
    'L’adresse contient un nom d’utilisateur ou un mot de passe. Utilisez-en une que tout le monde peut ouvrir sans se connecter.',
  'image_not_fetchable:port':
    'L’adresse indique un port non autorisé. Utilisez-en une sans deux-points ni nombre après le nom du serveur.',
  'image_not_fetchable:length': 'L’adresse est trop longue. Utilisez-en une plus courte.',
  'image_not_fetchable:literal':
    'L’adresse n’est pas sur l’internet public. Placez l’image là où tout le monde peut l’ouvrir.',
  'image_not_fetchable:internal_name':
    'L’adresse n’est pas sur l’internet public. Placez l’image là où tout le monde peut l’ouvrir.',
  'image_not_fetchable:file_name':
    'Ceci est un nom de fichier et non une adresse : l’image a donc été laissée de côté. Indiquez une adresse qui commence par https:// ou http://.',
  'image_not_fetchable:blank': 'La ligne est celle d’une image et n’a pas d’adresse. Indiquez-la.',
  rule_merged:
    'Ce que la règle indique pour le prix ou l’image a été repris dans les variantes qu’elle désigne.',
  row_not_imported: 'La ligne contient quelque chose qui n’existe pas dans votre catalogue.',
  'row_not_imported:video': 'Votre catalogue ne contient pas de vidéos.',
  'row_not_imported:rule': 'La règle ne change ni le prix ni l’image d’une variante.',
  'row_not_imported:composite':
    'La ligne indique de quoi se compose un produit composite, ce qui n’existe pas dans votre catalogue.',
  store_view_skipped:
    'La ligne indique ce qu’une vue de magasin affiche différemment, et votre catalogue n’a pas de vues de magasin.',
  variants_not_in_file:
    'Le produit désigne des variantes qui n’ont pas de ligne dans le fichier ; elles n’ont pas été importées. Ajoutez leurs lignes pour les importer.',
  'variants_not_in_file:none': 'C’est un produit avec variantes, et la liste de celles-ci est vide.',
  'variants_not_in_file:variants':
    'Le produit désigne des variantes qui n’ont pas de ligne dans le fichier et n’ont pas été importées : {variants}. Ajoutez leurs lignes pour les importer.',
  variants_from_options:
    'Le fichier n’énumère pas les variantes de ce produit ; elles ont été créées à partir de ses options, toutes au même prix. Vérifiez-les après l’import.',
  'variants_from_options:made':
    'Le fichier n’énumère pas les variantes de ce produit ; elles ont été créées à partir de ses options, toutes au même prix. Nombre de variantes créées : {count}. Vérifiez-les après l’import.',
  variant_without_product:
    'Dans la boutique d’origine, c’est une variante, mais aucun produit du fichier ne la désigne : elle devient un produit à part. Supprimez la ligne si ce n’en est pas un.',
  temporary_price:
    'Dans la boutique d’origine, le prix ne vaut que pour un temps ; ici, il reste jusqu’à ce que vous le modifiiez. Videz le prix promotionnel pour importer le prix habituel.',
  'temporary_price:from':
    'Dans la boutique d’origine, ce prix vaut à partir du {from} ; ici, il reste jusqu’à ce que vous le modifiiez. Videz le prix promotionnel pour importer le prix habituel.',
  'temporary_price:to':
    'Dans la boutique d’origine, ce prix vaut jusqu’au {to} ; ici, il reste jusqu’à ce que vous le modifiiez. Videz le prix promotionnel pour importer le prix habituel.',
  'temporary_price:period':
    'Dans la boutique d’origine, ce prix vaut du {from} au {to} ; ici, il reste jusqu’à ce que vous le modifiiez. Videz le prix promotionnel pour importer le prix habituel.',
  position_taken: 'Une autre image occupe cette position ; celle-ci vient après.',
  'position_taken:kept':
    'La position {position} est occupée par une image que le fichier ne mentionne pas ; celle-ci vient après.',
  'position_taken:row': 'L’image de la {row} a elle aussi la position {position} ; celle-ci vient après.',
  handle_adjusted: 'Les caractères qu’un handle ne peut pas contenir ont été retirés.',
  'handle_adjusted:handle':
    'Les caractères qu’un handle ne peut pas contenir ont été retirés : le produit est importé sous le handle « {handle} ».',
  rounded_number:
    'Le nombre semble être le résultat d’une formule et a été arrondi. Vérifiez que c’est bien ce que vous vouliez.',
  'rounded_number:rounded':
    'Le nombre semble être le résultat d’une formule et a été arrondi à {rounded}. Vérifiez que c’est bien ce que vous vouliez.',
  status_read_as_draft:
    'Ce statut n’existe pas dans votre catalogue : le produit devient un brouillon, que les clients ne voient pas. Indiquez active pour le montrer à tous.',
  scheduled_sale:
    'Le prix promotionnel a été ignoré, car d’après ses dates la promotion n’est pas en cours aujourd’hui. Le prix habituel a été repris.',
  'scheduled_sale:from':
    'Le prix promotionnel a été ignoré, car il ne vaut qu’à partir du {from}. Le prix habituel a été repris.',
  'scheduled_sale:to':
    'Le prix promotionnel a été ignoré, car il valait jusqu’au {to}. Le prix habituel a été repris.',
  'scheduled_sale:period':
    'Le prix promotionnel a été ignoré, car il vaut du {from} au {to}. Le prix habituel a été repris.',
  changed_since: 'Quelqu’un a modifié ceci depuis l’import : l’annulation le laisse tel quel.',
  'changed_since:value':
    'L’import a écrit « {before} », et quelqu’un l’a remplacé par « {after} » : cette valeur reste.',
  'changed_since:product':
    'Le produit a été modifié depuis l’import qui l’a ajouté, et il reste. Si vous n’en voulez pas, mettez son statut sur archived.',
  'changed_since:options': 'Les options ont été modifiées depuis l’import, et restent telles quelles.',
  'changed_since:order': 'L’ordre des images a été modifié depuis l’import, et reste tel quel.',
  'changed_since:sku': 'Une autre variante porte maintenant le SKU « {sku} » ; celle-ci garde le sien.',
  'changed_since:url': 'Le produit a de nouveau une image à l’adresse « {url} » ; celle-ci garde la sienne.',
  'changed_since:picture':
    'Le produit n’a plus d’image à l’adresse « {url} » ; l’image de la variante reste telle quelle.',
  kept: 'L’import l’a ajouté, et une annulation ne supprime rien.',
  'kept:variant': 'L’import a ajouté la variante, et une annulation ne supprime rien.',
  'kept:image': 'L’import a ajouté l’image, et une annulation ne supprime rien.',
  'kept:options':
    'Les options restent telles quelles, car des variantes que l’import a ajoutées les utilisent.',
  changes_not_shown: 'La ligne modifie plus de choses que ce qui est affiché ici.',
  'changes_not_shown:count': 'Champs que la ligne modifie en plus de ceux affichés ici : {count}.',
  errors_not_shown:
    'Corrigez celles qui sont affichées, puis envoyez le fichier à nouveau pour voir les autres.',
} as const satisfies French<typeof originalRowWarningTexts>

export const fileWarningTexts = {
  windows_1252:
    'Le fichier n’est pas en UTF-8. Vérifiez ci-dessous les lettres accentuées et les symboles ; l’enregistrer au format « CSV UTF-8 » lève le doute.',
  encoding_guessed:
    'Le fichier n’est pas en UTF-8. Vérifiez ci-dessous les lettres accentuées et les symboles ; l’enregistrer au format « CSV UTF-8 » lève le doute.',
  'encoding_guessed:encoding':
    'Le fichier a été lu en {encoding}. Vérifiez ci-dessous les lettres accentuées et les symboles ; l’enregistrer au format « CSV UTF-8 » lève le doute.',
  other_sheets:
    'Seule la première feuille visible a été lue. Pour en importer une autre, placez-la en premier, ou enregistrez-la dans un fichier à part.',
  'other_sheets:sheets':
    'La feuille « {read} » a été lue. Autres feuilles, qui n’ont pas été lues : {others}. Pour en importer une autre, placez-la en premier, ou enregistrez-la dans un fichier à part.',
  lines_above_header:
    'Ce qui précède les noms de colonnes a été laissé de côté. Vérifiez qu’il ne manque rien.',
  'lines_above_header:header':
    'Les noms de colonnes sont à la {row} ; ce qui précède a été laissé de côté. Vérifiez qu’il ne manque rien.',
  decimal_comma:
    'Les nombres du fichier ont une virgule avant leurs décimales. Vérifiez les prix ci-dessous.',
  several_currencies:
    'Le fichier contient des prix en plusieurs devises ; ceux d’une seule ont été repris. Supprimez sa colonne pour reprendre la suivante.',
  'several_currencies:columns':
    'Le fichier contient des prix dans plusieurs colonnes : {columns}. Ceux de « {taken} » ont été repris ; supprimez cette colonne pour reprendre la suivante.',
  region_prices_ignored:
    'Le fichier contient des prix propres à certaines régions. Ils ont été ignorés, car une variante n’a qu’un prix.',
  'region_prices_ignored:columns':
    'Les prix propres à certaines régions ont été ignorés, car une variante n’a qu’un prix : {columns}.',
  images_to_retry:
    'Le fichier ne change rien, et des images de ses produits n’ont pas pu être récupérées lors d’un import précédent. Si seul leur serveur était en panne, récupérez-les à nouveau depuis cet import ; une adresse fausse doit être corrigée dans le fichier.',
  'images_to_retry:images':
    'Le fichier ne change rien. Images de ses produits qui n’ont pas pu être récupérées lors de l’import du {time} : {count}. Si seul leur serveur était en panne, récupérez-les à nouveau depuis cet import ; une adresse fausse doit être corrigée dans le fichier.',
  several_outlets:
    'Les quantités de tous les points de vente ont été additionnées. Pour ne reprendre que celles d’un seul, supprimez les colonnes des autres.',
  changed_since:
    'Les lignes ci-dessous indiquent ce que quelqu’un a modifié depuis l’import ; cela reste tel quel.',
  'changed_since:count':
    'Valeurs qui restent telles quelles, car quelqu’un les a modifiées depuis l’import : {count}. Les lignes ci-dessous indiquent lesquelles.',
  kept: 'Une annulation ne supprime rien : ce que l’import a ajouté à des produits existants reste.',
  'kept:count':
    'Une annulation ne supprime rien. Variantes et images que l’import a ajoutées à des produits existants et qui restent : {count}.',
  weight_unit_unknown:
    'Le fichier n’indique pas l’unité de ses poids : ils ont donc été ignorés. Après l’import, téléchargez votre catalogue, indiquez les poids en grammes et importez ce fichier.',
  'weight_unit_unknown:pounds_or_kilograms':
    'Le fichier n’indique pas si ses poids sont en livres ou en kilogrammes : ils ont donc été ignorés. Après l’import, téléchargez votre catalogue, indiquez les poids en grammes et importez ce fichier.',
  'weight_unit_unknown:unit_column':
    'Le fichier n’indique pas l’unité de ses poids : ils ont donc été ignorés. Indiquez g, kg, lb ou oz dans la colonne weight_unit.',
} as const satisfies French<typeof originalFileWarningTexts>
