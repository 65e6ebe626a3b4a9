import { expect, it } from 'vitest';
import { INTERFACE_LANGUAGES } from './index.ts';
import { tcfTexts } from './tcf-texts.ts';

it('has the words of the page of vendors in every built-in language, and not in English in another one', () => {
  const english = tcfTexts('en');
  for (const tag of Object.keys(INTERFACE_LANGUAGES)) {
    const texts = tcfTexts(tag);
    expect(Object.keys(texts), tag).toEqual(Object.keys(english));
    for (const [key, text] of Object.entries(texts)) expect(text?.trim(), `${tag}: ${key}`).toBeTruthy();
    expect(texts.intro, tag).toContain('{count}');
    if (tag !== 'en') expect(texts.intro, tag).not.toBe(english.intro);
  }
});

it('has them in the language that serves a locale', () => {
  expect(tcfTexts('de-AT').legitimateInterest).toBe('Berechtigtes Interesse');
  expect(tcfTexts('xx').title).toBe('Advertising partners');
});
