import { keepPreviewBar } from '../preview-bar.ts';

// The head of a page that is a preview names this file itself: no other page has a use for it.
keepPreviewBar();
