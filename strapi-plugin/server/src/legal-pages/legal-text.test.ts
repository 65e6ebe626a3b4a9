import { describe, expect, it } from 'vitest';
import { type LegalText, legalTextHtml, legalTextOf, readLegalText, writeLegalText } from './legal-text';

const page = (markdown: string): LegalText => ({
  kind: 'privacy',
  slug: 'privacy',
  title: 'Privacy: "ours" – and\nyours',
  locale: 'en',
  effectiveDate: null,
  markdown,
});

const SOURCES = {
  settings: { 'retention-months': 36, 'notice-days': 30, 'notice-email': null },
  categories: [],
  trackers: [],
  processors: [],
  processorChanges: [],
};

describe('a legal text that is kept', () => {
  it.each(['', 'One line', '# A\n---\nB\n---\n', '---\n', '\n\n', 'ü {{cookie-table}}\r\n'])(
    'is read as it was written: %j',
    (markdown) => {
      const text = legalTextOf(page(markdown), SOURCES);
      expect(readLegalText(writeLegalText(text))).toEqual(text);
    },
  );

  it('that was kept without the lists of its cookie tables has those of its snapshot', () => {
    const snapshot = {
      categories: [],
      trackers: [{ id: 'a', name: 'Counter', categoryKey: 'analytics' }],
      documentsVersion: '1234abcd',
    };
    expect(legalTextHtml(page('{{cookie-table}}'), snapshot)).toContain('Counter');
    expect(legalTextHtml(legalTextOf(page('{{cookie-table}}'), SOURCES), snapshot)).not.toContain('Counter');
  });

  it('begins with what it is, a line each', () => {
    expect(writeLegalText({ ...page('Text'), title: 'Privacy' })).toBe(
      '---\nkind: "privacy"\nslug: "privacy"\ntitle: "Privacy"\nlocale: "en"\neffectiveDate: null\n---\nText',
    );
  });

  it('holds the settings and processors that it refers to, and no others', () => {
    expect(legalTextOf(page('Nothing'), SOURCES)).toEqual(page('Nothing'));
    const settings = legalTextOf(page('[SETTING: retention-months] and [SETTING: none]'), SOURCES);
    expect(settings).toHaveProperty('settings', { 'retention-months': 36 });
    expect(settings).not.toHaveProperty('processors');
    const processors = legalTextOf(page('{{processor-table:recipients}}'), SOURCES);
    expect(processors).toMatchObject({ processors: [], processorChanges: [] });
    expect(processors).not.toHaveProperty('settings');
    expect(processors).not.toHaveProperty('trackers');
    const cookies = legalTextOf(page('{{cookie-table}}'), SOURCES);
    expect(cookies).toMatchObject({ categories: [], trackers: [] });
    expect(cookies).not.toHaveProperty('processors');
  });

  it.each([
    '{{processor-table:annex}}',
    '{{ processor-table:annex }}',
    '{{\tprocessor-table:changes}}',
    '  {{processor-table:annex}}',
  ])('holds the processors however their table is written: %j', (written) => {
    expect(legalTextOf(page(`# Privacy\n\n${written}\n\nText`), SOURCES)).toHaveProperty('processors');
  });

  it.each(['`{{processor-table:annex}}`', '{{processor-table}}', 'See {{processor-table:annex}} below'])(
    'holds none where what is written is text: %j',
    (written) => {
      expect(legalTextOf(page(written), SOURCES)).not.toHaveProperty('processors');
    },
  );

  it('is refused without its head', () => {
    expect(() => readLegalText('# Privacy')).toThrow('without its head');
  });
});
