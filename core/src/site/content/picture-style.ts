/** How a placeholder shows a picture, as a text of CSS. Addresses are encoded but for what would end a text of CSS. */
export const pictureStyle = (address: string): string =>
  `--pc-poster:url("${address.replace(/["\\]/g, encodeURIComponent)}")`;
