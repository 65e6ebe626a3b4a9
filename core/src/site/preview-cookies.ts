import { PREVIEW, PREVIEW_CHOICE } from '../contract/preview.ts';

const removal = (name: string) => `${name}=; Path=/; Max-Age=0; SameSite=Lax`;

/** `Set-Cookie` lines of a preview. None has an age: they end with the browser's session, and the token before that. */
export const startedPreview = (token: string, secure: boolean): string =>
  `${PREVIEW}=${token}; Path=/; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`;

export const endedPreview = `${removal(PREVIEW)}; HttpOnly`;

/** Who looks anew decides anew. */
export const forgottenChoice: string = removal(PREVIEW_CHOICE);
