import { page } from './page.ts';

/** The consent cookie's text: it is compared, not read. As text, since an element named `cookie` may stand there. */
export const storedCookie = (): string | undefined =>
  `${document.cookie}`.split(`${page().facts?.payload.head.name}=`)[1]?.split(';')[0];
