/**
 * Headers of small shops, suppliers, feeds and tills from public repositories, none of a format that we read. The
 * target of each column was judged by hand before any suggestion was made; `-` means that the catalog has no field for
 * it, as for a purchase or net price, a tax, a weight without a unit, or a status in other words.
 */
export const realHeaders: { of: string; columns: [name: string, target: string][] }[] = [
  header(
    'de, builder’s price list',
    'Artikelnummer=variant_sku|Bezeichnung=title|Einheit=-|EK=-|VK=variant_price',
  ),
  header(
    'de, steel trader',
    'Artikelnummer=variant_sku|Bezeichnung=title|Kategorie=product_type|Preis=-|VK-Preis=variant_price|Bestand=variant_inventory_quantity|Einheit=-',
  ),
  header(
    'de, drinks trader',
    'Artikelnummer=variant_sku|Bezeichnung=title|Alias=-|Einheit=-|MwSt=-|Preis=variant_price',
  ),
  header(
    'de, clothing supplier',
    'EAN=variant_barcode|Artikelnummer=variant_sku|Bezeichnung=title|Marke=vendor|Material=-|Pflegehinweis=-|Zolltarifnummer=-|Ursprungsland=-|Gewicht (g)=variant_weight_grams|EK (EUR)=-',
  ),
  header(
    'de, price comparison feed',
    'Artikelnummer=variant_sku|Artikelname=title|Produktbeschreibung=description_html|Preis=variant_price|Bildlink=image_url|Deeplink=-|Verfügbarkeit=-|Versandkosten=-|Hersteller=vendor|EAN=variant_barcode|Grundpreis=-|Kategorie=product_type|Hersteller.Art.Nr.=-|PZN=-|Produktfarbe=option1_value|Größe=option2_value|UVP=variant_compare_at_price|VE=-',
  ),
  header(
    'de, car parts supplier',
    'Lieferanten-Artikelnummer=variant_sku|EAN=variant_barcode|Beschreibung=title|Marke=vendor|Einkaufspreis=-|UVP=variant_price|Einheit=-',
  ),
  header(
    'de, grocer’s till',
    'produktname=title|kategorie=product_type|ean=variant_barcode|normalpreis=variant_price|aktionspreis=-|grundpreis=-|pfand=-|uvp=variant_compare_at_price|marge=-|abverkauf=-|lagerbestand=variant_inventory_quantity|region=-|aktionszeitraum=-',
  ),
  header(
    'de, toy list',
    'Nummer=variant_sku|Thema=product_type|Name=title|UVP=variant_price|Jahr=-|EAN=variant_barcode|ASIN=-|URL=-',
  ),
  header(
    'fr, perfumery’s till',
    'Référence=variant_sku|Code barre=variant_barcode|Désignation=title|Marque=vendor|Sous-famille=product_type|Prix TTC=variant_price|Stock=variant_inventory_quantity|Stock mini=-|Valeur stock=-',
  ),
  header(
    'fr, shop export',
    'ID=-|Actif=-|Nom=title|Categories=product_type|Prix HT=-|Prix TTC=variant_price|Référence=variant_sku|EAN-13=variant_barcode|Description courte=-|Description=description_html|Balise titre=seo_title|Méta-description=seo_description|URL simplifiée=handle|Image=image_url|Poids=-|Quantité=variant_inventory_quantity|Visibilité=-',
  ),
  header(
    'fr, optician',
    'Référence=variant_sku|Libellé=title|Famille=product_type|Fournisseur=-|Code-barres=variant_barcode|Prix TTC=variant_price|TVA=-|Marque=vendor|Modèle=-|Couleur=option1_value|Calibre=-|Pont=-',
  ),
  header(
    'fr, comparison feed',
    'Identifiant=variant_sku|Nom=title|Sous-titre=-|URL produit=-|Prix TTC=variant_price|Catégorie=product_type|Marque=vendor|Frais de port=-|Description=description_html|URL photo=image_url',
  ),
  header(
    'fr, another feed',
    'reference produit=variant_sku|titre produit=title|description produit=description_html|description technique=-|déclinaisons=-|marque=vendor|URL petite image=-|URL grande image=image_url|stock=variant_inventory_quantity|délai livraison=-|prix TTC=variant_price|frais de port TTC=-|TVA=-|catégories=product_type|ecotaxe=-',
  ),
  header(
    'fr, stationery supplier',
    'Référence=variant_sku|Désignation=title|Prix HT=variant_price|EAN=variant_barcode',
  ),
  header(
    'fr, spare parts',
    'Référence=variant_sku|Désignation=title|Marque=vendor|Quantité=variant_inventory_quantity|Prix Achat=-|Prix Gros=-|Prix Détail=variant_price|UM=-|Rayon=-',
  ),
  header(
    'fr, pergolas',
    'Référence=variant_sku|Désignation=title|Description=description_html|Prix achat HT=-|Catégorie=product_type|Fournisseur=vendor|Unité=-',
  ),
  header(
    'fr, pharmacy stock',
    'ID=variant_sku|Nom=title|Description=description_html|Code Barre=variant_barcode|Prix=variant_price|Stock=variant_inventory_quantity|Seuil Alerte=-|Date Expiration=-|Fournisseur=vendor',
  ),
  header(
    'es, hardware shop',
    'codigo=variant_sku|descripcion=title|precio=variant_price|categoria=product_type|stock=variant_inventory_quantity|stock_minimo=-|costo=-',
  ),
  header(
    'es, till to web',
    'codigo=variant_sku|descripcion=title|precio1=variant_price|cantInventario=variant_inventory_quantity',
  ),
  header(
    'es, catalog of a small shop',
    'Nombre=title|SKU=variant_sku|Categoria=product_type|Marca=vendor|Fabricante=-|Codigo de barras=variant_barcode|Unidad=-|Costo=-|Proveedor=-|Peso=-|Unidad de peso=-|Presentacion=-|Subcategoria=-|Atributos=-|Estado=-|Stock=variant_inventory_quantity|Precio=variant_price|Vencimiento=-',
  ),
  header(
    'es, supplier by SFTP',
    'SKU=variant_sku|Descripcion=title|Codigo de Barras=variant_barcode|Precio=variant_price|Marca=vendor|Estado=-|Producto Nuevo=-',
  ),
  header(
    'es, warehouse page',
    'Código=variant_sku|Nombre=title|Categoría=product_type|Stock=variant_inventory_quantity|Precio=variant_price|Valor=-',
  ),
  header(
    'es, second-hand clothes',
    'id=variant_sku|nombre=title|categoria=product_type|talla=option1_value|color=option2_value|material=-|stock=variant_inventory_quantity|precio=variant_price|costo=-|estado=-|descuento=-',
  ),
  header(
    'it, compressors',
    'codice=variant_sku|nome=title|categoria=product_type|prezzo=variant_price|giacenza=variant_inventory_quantity|unita=-|descrizione=description_html',
  ),
  header(
    'it, till articles',
    'codArticolo=variant_sku|barcode=variant_barcode|denominazione=title|descrizione=description_html|prezzoUnitario=variant_price|aliquotaIva=-',
  ),
  header(
    'it, spare parts',
    'Codice=variant_sku|Descrizione=title|Fornitore=vendor|Ubicazione=-|Giacenza=variant_inventory_quantity|Scorta minima=-|Costo medio=-|Valore=-|Sotto scorta=-',
  ),
  header(
    'nl, wood trader',
    'artikelnummer=variant_sku|omschrijving=title|prijsPer=-|Eenheid=-|verkoopprijs=variant_price',
  ),
  header(
    'nl, phone shop’s till',
    'Artikelcode=variant_sku|Productnaam=title|Categorie=product_type|Merk=vendor|Leverancier=-|Leverancierscode=-|EAN=variant_barcode|Aankoopprijs=-|Verkoopprijs=variant_price|Prijs Telenet klant=-|Prijs B2B=-|Voorraad=variant_inventory_quantity|BTW=-|Kleur=option1_value',
  ),
  header(
    'nl, tools',
    'titel=title|merk=vendor|categorie=product_type|prijs=variant_price|kluspasprijs=-|ean=variant_barcode|afbeelding=image_url|voorraad=variant_inventory_quantity|dropship=-',
  ),
  header('nl, supplier', 'Artikelnummer=variant_sku|Omschrijving=title|Merk=vendor|Netto prijs=-'),
  header(
    'pl, marketplace seller',
    'sku=variant_sku|ean=variant_barcode|nazwa=title|producent=vendor|cena=variant_price|ilosc=variant_inventory_quantity|vat=-|waga=-|kategoria=product_type|zdjecia=image_url|opis=description_html|cechy=-|kategoria_allegro=-|bezpieczenstwo=-',
  ),
  header(
    'pl, tyres',
    'ean=variant_barcode|nazwa=title|producent=vendor|rozmiar=option1_value|cena_netto=-|magazyn=variant_inventory_quantity|vat=-',
  ),
  header(
    'pl, warehouse',
    'Kod=variant_sku|Nazwa=title|Cena=variant_price|Stan=variant_inventory_quantity|Cena zakupu=-',
  ),
  header('pl, price list', 'kod=variant_sku|nazwa=title|cena=variant_price|ean=variant_barcode|opakowanie=-'),
  header(
    'en, shop with warehouses',
    'SKU=variant_sku|Barcode=variant_barcode|Product Name=title|Category=product_type|Unit=-|Cost Price=-|Selling Price=variant_price|MRP=variant_compare_at_price|Warehouse Minimum=-|Store Minimum=-|Active=-',
  ),
  header(
    'en, grocer',
    'Product Code=variant_sku|Product Name=title|Category=product_type|Selling Price=variant_price|Purchase Price=-|Opening Stock=variant_inventory_quantity|Barcode=variant_barcode',
  ),
  header(
    'en, Square',
    'Token=-|Item Name=title|Variation Name=option1_value|SKU=variant_sku|Description=description_html|Category=product_type|Price=variant_price|Current Quantity=variant_inventory_quantity|New Quantity=-|Stock Alert Enabled=-|Stock Alert Count=-',
  ),
  header(
    'en, Loyverse',
    'Handle=handle|SKU=variant_sku|Name=title|Category=product_type|Sold by weight=-|Price=variant_price|Cost=-|Barcode=variant_barcode|In stock=variant_inventory_quantity',
  ),
  header(
    'en, Clover',
    'Clover ID=-|Name=title|Category for website=product_type|Price=variant_price|Product Code=-|SKU=variant_sku|Quantity=variant_inventory_quantity|Default tax rates?=-|Tax Rates=-',
  ),
  header(
    'en, merchant feed',
    'id=variant_sku|title=title|description=description_html|link=-|image_link=image_url|additional_image_link=-|availability=-|price=variant_price|sale_price=-|brand=vendor|gtin=variant_barcode|mpn=-|google_product_category=-|product_type=product_type|condition=-|gender=-|age_group=-|color=option1_value|size=option2_value|fabric_details=-',
  ),
  header(
    'en, audio distributor',
    'Product ID=-|Brand=vendor|Category=product_type|Product Name=title|Product Number=variant_sku|Description=description_html|Dealer=-|MSRP=variant_price|MAP=-|Primary Distributor=-|Secondary Distributor=-|Tertiary Distributor=-|Spec Sheet URL=-|Image URL=image_url',
  ),
  header(
    'en, corner shop',
    'Barcode=variant_barcode|Product Name=title|Category=product_type|Cost Price ($)=-|Selling Price ($)=variant_price|Stock Quantity=variant_inventory_quantity|Unit=-|Low Stock Threshold=-|Stock Status=-',
  ),
  header(
    'en, model kits',
    'SKU=variant_sku|Barcode=variant_barcode|Product Name=title|Series=-|Release Date=-|Manufacturer=vendor|Category=product_type|Price Stock=variant_price|Price Preorder=-|Price Backorder=-|Quantity Preorder=-|PO Due Date=-|ETA Date=-|Image URL=image_url',
  ),
  header(
    'en and es, importer',
    'ITEM NUMBER=variant_sku|DESCRIPTION=description_html|UPC=variant_barcode|NOMBRE=title|SIZE=option1_value|QTY=variant_inventory_quantity|COSTO=-|URL=-|PALIMEX=-',
  ),
  header(
    'en, Vendure',
    'name=title|slug=handle|description=description_html|assets=image_url|facets=-|optionGroups=-|optionValues=option1_value|sku=variant_sku|price=variant_price|taxCategory=-|stockOnHand=variant_inventory_quantity|trackInventory=-|variantAssets=-|variantFacets=-',
  ),
  header(
    'en, a plugin of WooCommerce',
    'post_title=title|post_name=handle|ID=-|post_excerpt=-|post_content=description_html|post_status=-|sku=variant_sku|stock=variant_inventory_quantity|manage_stock=-|regular_price=variant_price|sale_price=-|weight=-|images=image_url|tax:product_type=-|tax:product_cat=product_type|tax:product_tag=tags|meta:product_ean=variant_barcode',
  ),
  header(
    'en, PrestaShop',
    'Product ID=-|Active (0/1)=-|Name *=title|Categories (x,y,z...)=product_type|Price tax excluded=variant_price|Tax rules ID=-|Wholesale price=-|On sale (0/1)=-|Reference #=variant_sku|Supplier=-|Manufacturer=vendor|EAN13=variant_barcode|Weight=-|Quantity=variant_inventory_quantity|Minimal quantity=-|Description=description_html|Meta title=seo_title|Meta description=seo_description|URL rewritten=handle|Image URLs (x,y,z...)=image_url|Image alt texts (x,y,z...)=image_alt|Condition=-',
  ),
  header(
    'en, Squarespace',
    'Product ID [Non Editable]=-|Variant ID [Non Editable]=-|Product Type [Non Editable]=-|Product Page=-|Product URL=-|Title=title|Description=description_html|SKU=variant_sku|Option Name 1=option1_name|Option Value 1=option1_value|Option Name 2=option2_name|Option Value 2=option2_value|Price=variant_price|Sale Price=-|On Sale=-|Stock=variant_inventory_quantity|Categories=product_type|Tags=tags|Weight=-|Visible=-|Hosted Image URLs=image_url',
  ),
  header(
    'en, Odoo',
    'id=-|default_code=variant_sku|name=title|list_price=variant_price|standard_price=-|barcode=variant_barcode|categ_id=product_type|qty_available=variant_inventory_quantity',
  ),
]

function header(of: string, columns: string): { of: string; columns: [string, string][] } {
  return {
    of,
    columns: columns.split('|').map((column) => {
      const [name = '', target = ''] = column.split('=')
      return [name, target]
    }),
  }
}
