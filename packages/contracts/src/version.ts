/** Of the release: package.json and the chart have the same, which a test holds them to. */
export const version = '0.2.0'
