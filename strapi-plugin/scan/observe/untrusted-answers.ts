/** What a page answers is judged before it is used: its scripts can have replaced all that the answer is made with. */

/** The texts among what should be a list of texts, each cut to a length. */
export const toldTexts = (answer: unknown, most: number, length: number): string[] =>
  toldList(answer, most).flatMap((text) => (typeof text === 'string' ? [text.slice(0, length)] : []));

/** What should be a list, with no more than `most` items. */
export const toldList = (answer: unknown, most: number): unknown[] =>
  Array.isArray(answer) ? answer.slice(0, most) : [];
