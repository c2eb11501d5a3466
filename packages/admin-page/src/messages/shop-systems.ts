/** Their own names, the same in every language. */
export const shopSystems = {
  shopify: 'Shopify',
  woocommerce: 'WooCommerce',
  medusa: 'Medusa',
  bigcommerce_v2: 'BigCommerce (v2)',
  bigcommerce_v3: 'BigCommerce (v3)',
  magento2: 'Magento 2',
  wix: 'Wix',
  etsy: 'Etsy',
  lightspeed: 'Lightspeed Retail',
} as const
