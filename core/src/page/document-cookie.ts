/**
 * `document.cookie` as the browser has it, also where an element named `cookie` stands in its place (HTML, 3.1.7): read from there, a refusal
 * would count as none (C3), and nothing could be cleaned up (I3). Not the Cookie Store API: that is asynchronous, and a decision is not.
 */

export const cookieText = (): string => Reflect.get(Document.prototype, 'cookie', document);

/** @param line as in `Set-Cookie` */
export const setCookie = (line: string): boolean => Reflect.set(Document.prototype, 'cookie', line, document);
