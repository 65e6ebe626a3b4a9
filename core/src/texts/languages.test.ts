import { describe, expect, it } from 'vitest';
import { createTestConfig, DEFAULT_BANNER } from '../contract/default-config.ts';
import { dialogTexts, ENGLISH_PREFERENCES } from '../ui/preferences-texts.ts';
import { en } from './en.ts';
import {
  directionOf,
  INTERFACE_LANGUAGES,
  interfaceTexts,
  isSameLanguage,
  languageOf,
  legalTexts,
  vendorListLanguage,
} from './index.ts';
import { previewTexts } from './preview-texts.ts';
import { tcfTexts } from './tcf-texts.ts';

const languages = Object.entries(INTERFACE_LANGUAGES);
const keys = Object.keys(en.interface) as (keyof typeof en.interface)[];

/** Every text of a tree, by its path. */
function textsIn(tree: object, path = ''): Record<string, string> {
  return Object.assign(
    {},
    ...Object.entries(tree).map(([key, value]) =>
      typeof value === 'string' ? { [path + key]: value } : textsIn(value, `${path}${key}.`),
    ),
  );
}

describe('the built-in languages', () => {
  it('are at least 24, with Arabic, Hebrew and Persian among them', () => {
    expect(languages.length).toBeGreaterThanOrEqual(24);
    expect(Object.keys(INTERFACE_LANGUAGES)).toEqual(expect.arrayContaining(['ar', 'he', 'fa']));
  });

  it('say in English what a banner says where nothing was written', () => {
    expect(en.interface).toMatchObject({ title: DEFAULT_BANNER.title, ...DEFAULT_BANNER.labels });
  });

  for (const [tag, { interface: texts }] of languages) {
    it(`say everything in ${tag}, in words of its own`, () => {
      expect(Object.keys(texts).sort()).toEqual([...keys].sort());
      for (const key of keys) expect(texts[key].trim(), key).toBe(texts[key]);
      for (const key of keys) expect(texts[key], key).not.toBe('');
      expect(texts.blocked).toContain('{name}');
      expect(texts.acceptAll).not.toBe(texts.rejectAll);
      // Some words are the same in two languages, whole sentences are not.
      if (tag !== 'en') expect(texts.description).not.toBe(en.interface.description);
    });

    it(`name everything in the tables of ${tag}`, () => {
      const words = textsIn(legalTexts(tag));
      expect(Object.keys(words).sort()).toEqual(Object.keys(textsIn(legalTexts('en'))).sort());
      for (const [key, word] of Object.entries(words)) expect(word.trim(), key).toMatch(/^\S/);
      expect(words['processorTable.fallback']).toContain('{mechanism}');
      expect(words['policyVersion.version']).toContain('{version}');
      expect(words['policyVersion.effective']).toContain('{date}');
      if (tag !== 'en') expect(words['processorTable.empty']).not.toBe('There are no entries.');
      // A processor has a word of its own: by the controller's a reader would take it for who is responsible.
      expect(texts.controller).not.toContain(words['processorTable.roles.processor']);
      // Where nothing is listed the site keeps its visitors' choices all the same: a legal page must not deny it.
      expect(words['cookieTable.empty']!.toLowerCase()).not.toContain(
        words['cookieTable.ownSite']!.toLowerCase(),
      );
    });

    it(`make no refusal longer to find in ${tag}: its label is no sentence beside the other's word`, () => {
      const ratio = texts.rejectAll.length / texts.acceptAll.length;
      expect(ratio).toBeGreaterThan(0.5);
      expect(ratio).toBeLessThan(2);
    });
  }
});

describe('visitors', () => {
  /** All that is said to visitors in a language. */
  const saidIn = (tag: string) =>
    Object.values(
      textsIn({
        interface: interfaceTexts(tag),
        legal: legalTexts(tag),
        preview: previewTexts(tag),
        tcf: tcfTexts(tag),
      }),
    );

  /** How the language would address them in other texts than its own: formally, or informally. */
  it.each([
    ['bg', /\sви\s/],
    ['de', /\b(du|dir|dich|dein\w*)\b/i],
    ['el', /(^|\s)(σου|εσύ)(\s|$)/i],
    ['es', /\b(tu|tus|puedes|decides|tú)\b/i],
    ['fa', /بده/],
    ['fr', /\b(tu|ton|tes)\b/i],
    ['he', /תאשרו/],
    ['it', /\b(suo|suoi|sua|sue|può|opporsi|lei|li consente)\b/i],
    ['ko', /[^실] 수 있|허용할/],
    ['nl', /\b(je|jij|jouw)\b/i],
    ['pl', /\b(Pan|Pani|Państw\w*)\b/],
    ['pt-br', /\btu\b|\bteu\w*/i],
    ['tr', /\b(sen|senin)\b/i],
  ])('are addressed in one way in %s', (tag, other) => {
    expect(saidIn(tag).filter((text) => other.test(text))).toEqual([]);
  });

  it.each([
    ['el', /σε ισχύ/],
    ['es', /desde/],
    ['fr', /depuis/],
    ['hu', /hatályos/],
    ['pt', /desde/],
    ['pt-br', /desde/],
    ['ro', /din \{/],
  ])('are not told in %s that a date has passed which may lie ahead', (tag, past) => {
    expect(legalTexts(tag).policyVersion.effective).not.toMatch(past);
  });

  it.each([
    ['ar', /الاشتراك|التتبع/],
    ['nl', /afmeld/],
    ['zh', /您的退出/],
    ['zh-hant', /您的退出/],
  ])('are told in %s that their opt-out counts, and no more', (tag, more) => {
    expect(interfaceTexts(tag).gpcHonored).not.toMatch(more);
  });

  it('may refuse in Spanish that their data is sold or shared, where an exchange was named', () => {
    expect(interfaceTexts('es').optOutNote).not.toContain('intercambio');
  });
});

describe('the roles in the tables', () => {
  it.each(['ja', 'ko', 'zh', 'zh-hant'])('have one word each in %s, where no word has endings', (tag) => {
    const { captions, roles } = legalTexts(tag).processorTable;
    for (const caption of [captions.subprocessors, captions.annex, captions.changes]) {
      expect(caption).toContain(roles['sub-processor']);
    }
    const controller = interfaceTexts(tag).controller.slice(-3);
    expect(roles['independent-controller']).toContain(controller);
    expect(roles['joint-controller']).toContain(controller);
  });
});

describe('the language of a page', () => {
  it.each([
    ['de-AT', 'de'],
    ['de_CH', 'de'],
    ['PT-br', 'pt-br'],
    ['pt-PT', 'pt'],
    ['zh-Hant-HK', 'zh-hant'],
    ['zh-TW', 'zh-hant'],
    ['zh-CN', 'zh'],
    ['no', 'nb'],
    ['nn-NO', 'nb'],
    ['iw', 'he'],
    ['xx', 'en'],
    ['constructor', 'en'],
    ['', 'en'],
  ])('%s is served by %s', (locale, language) => {
    expect(languageOf(locale)).toBe(language);
  });

  it.each([
    ['de', 'de-AT'],
    ['he', 'iw-IL'],
    ['nb', 'no-NO'],
    ['nb', 'nn-NO'],
    ['zh-hant', 'zh_TW'],
    ['zh-HK', 'zh-MO'],
    ['xx', 'xx-YY'],
  ])('is the same one in %s and %s', (one, other) => {
    expect(isSameLanguage(one, other)).toBe(true);
  });

  it.each([
    ['zh', 'zh-TW'],
    ['en', 'ur'],
    ['en', undefined],
  ])('is not the same one in %s and %s', (one, other) => {
    expect(isSameLanguage(one, other)).toBe(false);
  });

  it('runs from right to left where its script does', () => {
    expect(['ar-EG', 'he', 'fa_IR', 'ur'].map(directionOf)).toEqual(['rtl', 'rtl', 'rtl', 'rtl']);
    expect(['de', 'en', 'fr', 'arn'].map(directionOf)).toEqual(['ltr', 'ltr', 'ltr', 'ltr']);
  });

  it('takes texts of the site, but no empty ones', () => {
    const texts = interfaceTexts('fr', { save: 'Voilà', close: ' ' });
    expect(texts.save).toBe('Voilà');
    expect(texts.close).toBe('Fermer');
  });

  it('takes single words of tables', () => {
    const { cookieTable } = legalTexts('de-DE', { cookieTable: { name: 'Keks' } });
    expect(cookieTable).toMatchObject({ name: 'Keks', vendor: 'Anbieter' });
  });
});

describe('the texts that travel with a page', () => {
  const config = createTestConfig();
  const measured = config.categories.map((category) => ({ ...category, purpose: 'statistics' as const }));

  it('are none in English, which the dialog speaks by itself', () => {
    expect(dialogTexts(config, interfaceTexts('en'))).toBeUndefined();
    expect(en.interface).toMatchObject(ENGLISH_PREFERENCES);
  });

  it('are those that the CMS does not know', () => {
    const texts = JSON.parse(dialogTexts(config, interfaceTexts('ja'))!);
    expect(Object.keys(texts).every((key) => key in ENGLISH_PREFERENCES)).toBe(true);
    expect(texts.withdraw).toBe('同意を撤回');
  });

  it('say why something is on without consent where that may be', () => {
    const fr = interfaceTexts('fr');
    expect(dialogTexts(config, fr, true)).not.toContain('basis');
    const texts = JSON.parse(dialogTexts({ ...config, categories: measured }, fr, true)!);
    expect([texts.basisObjection, texts.basisExempt]).toEqual([fr.basisObjection, fr.basisExempt]);
  });

  it('say why something is on before a choice where nobody is asked first', () => {
    const fr = interfaceTexts('fr');
    const said = dialogTexts(config, fr)!;
    expect(JSON.parse(said)).toMatchObject({ basisObjection: fr.basisObjection });
    expect(said).not.toContain('basisExempt');
  });
});

it.each([
  ['de', 'de'],
  ['de-AT', 'de'],
  ['nb', 'no'],
  ['pt', 'pt-pt'],
  ['pt-BR', 'pt-br'],
  ['zh-Hant-TW', 'zh-hant'],
  ['zh-TW', 'zh-hant'],
  ['ca', 'ca'],
  ['fa', 'en'],
  ['__proto__', 'en'],
  [undefined, 'en'],
])("has a page in %s read IAB's texts in %s", (locale, language) => {
  expect(vendorListLanguage(locale)).toBe(language);
});
