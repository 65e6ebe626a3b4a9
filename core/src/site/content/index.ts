/** HTML of a CMS in which nothing loads before it is granted. Apart from the rest of the site's half: it alone needs `parse5`. */
export {
  type BlocksElement,
  type BlocksImage,
  type BlocksNode,
  type BlocksText,
  blocksHtml,
} from './blocks-html.ts';
export { type GateHtmlOptions, gateHtml } from './gate-html.ts';
export { type GatePageOptions, gatePage } from './gate-page.ts';
export { fileAnswer } from './labelled-answer.ts';
export type { UnknownHosts } from './owners.ts';
export { readableAnswer } from './readable-answer.ts';
export { servicePictureStyle } from './service-picture.ts';
export { type ThirdParties, type ThirdPartiesOptions, thirdPartiesIn } from './third-parties.ts';
