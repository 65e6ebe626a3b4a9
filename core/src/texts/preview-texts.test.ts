import { describe, expect, it } from 'vitest';
import { INTERFACE_LANGUAGES } from './index.ts';
import { PREVIEW_TEXTS, previewTexts } from './preview-texts.ts';

describe('the words of a preview', () => {
  it('are there in every built-in language, and not in English in another one', () => {
    expect(Object.keys(PREVIEW_TEXTS).sort()).toEqual(Object.keys(INTERFACE_LANGUAGES).sort());
    for (const [tag, texts] of Object.entries(PREVIEW_TEXTS)) {
      expect(
        Object.values(texts).every((text) => text.trim() !== ''),
        tag,
      ).toBe(true);
      if (tag !== 'en') expect([texts.title, texts.note], tag).not.toContain(PREVIEW_TEXTS.en!.note);
    }
  });

  it('are those of the language that serves a locale', () => {
    expect(previewTexts('de-AT').end).toBe('Vorschau beenden');
    expect(previewTexts('xx').title).toBe('Preview');
  });
});
