import { page } from '../page-state.ts';
import { keepPreviewBar } from '../preview-bar.ts';

/** The bar of a preview. The head of such a page names this file itself; a page that is the same for all hears of it later. */
page().parts.preview ??= {};
keepPreviewBar();
