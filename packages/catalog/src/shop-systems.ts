/** The shop systems whose files are read: each one's name with that of its dialect, the newer before the older. */
export const shopSystems = {
  Shopify: 'shopify',
  Matrixify: 'matrixify',
  WooCommerce: 'woocommerce',
  Medusa: 'medusa',
  'BigCommerce (v3)': 'bigcommerce_v3',
  'BigCommerce (v2)': 'bigcommerce_v2',
  'Magento 2': 'magento2',
  Wix: 'wix',
  Etsy: 'etsy',
  'Lightspeed Retail': 'lightspeed',
  Squarespace: 'squarespace',
  Square: 'square',
  PrestaShop: 'prestashop',
} as const
