import {
  legalPageHtml,
  lintLegalMarkdown,
  parseLegalMarkdown,
  settingReferences,
} from '@permesso/consent-core/legal';
import { describe, expect, it } from 'vitest';
import { LEGAL_DOCUMENT_KINDS, type LegalDocumentKind } from '../../value-lists';
import { buildLegalDocuments, findPlaceholders, outdatedStatements, type RecordingTerms } from '.';

const company = {
  name: 'Priel',
  legalName: 'Priel Wattfahrten GmbH',
  address: 'Am Alten Hafen 1\n26506 Norddeich\nGermany',
  email: 'privacy@priel.example',
  url: 'https://priel.example',
  governingLaw: 'The law of Germany',
  dpo: { name: 'Wiebke Harms', email: 'dpo@priel.example' },
};

const one = (kind: LegalDocumentKind, locale: string, facts: object = {}) => {
  const [document] = buildLegalDocuments({ ...company, ...facts }, '2026-11-01', [kind], locale);
  if (!document) throw new Error('no document');
  return document;
};

const cases = LEGAL_DOCUMENT_KINDS.flatMap((kind) => ['en', 'de'].map((locale) => [kind, locale] as const));

describe.each(cases)('the %s document in %s', (kind, locale) => {
  const document = one(kind, locale);

  it('begins with the advice to have it reviewed', () => {
    expect(document.content).toMatch(
      locale === 'de' ? /^> \*\*Bitte prüfen lassen\.\*\*/ : /^> \*\*Have this reviewed\.\*\*/,
    );
    expect(document).toMatchObject({ kind, slug: kind, locale, effectiveDate: '2026-11-01' });
  });

  it("names the company's facts", () => {
    expect(document.content).toContain('Priel Wattfahrten GmbH, Am Alten Hafen 1, 26506 Norddeich, Germany');
    expect(document.content).toContain('<privacy@priel.example>');
  });

  it('H1: warns of placeholders and of nothing else', () => {
    const codes = lintLegalMarkdown(document.content).map((warning) => warning.code);
    expect(codes.filter((code) => code !== 'placeholder')).toEqual([]);
    expect(findPlaceholders(document.content)).toHaveLength(codes.length);
  });

  it('shows every placeholder to its readers', () => {
    const html = legalPageHtml(parseLegalMarkdown(document.content), { categories: [], trackers: [] });
    expect(html.split('[PLACEHOLDER: ').length - 1).toBe(findPlaceholders(document.content).length);
    expect(html).not.toMatch(/undefined|null|\[object|\$\{/);
  });

  it('has the same structure in both languages', () => {
    const shape = (language: string) =>
      one(kind, language)
        .content.split('\n')
        .map((line) => /^(#+ |\| |- |\{\{[^}]*\}\}|> )/.exec(line)?.[1] ?? (line ? 'text' : ''));
    expect(shape(locale)).toEqual(shape('en'));
  });
});

describe('legal documents', () => {
  const nodesOf = (kind: LegalDocumentKind) =>
    parseLegalMarkdown(one(kind, 'en').content)
      .filter((node) => node.type !== 'html')
      .map((node) => (node.type === 'processor-table' ? node.mode : node.type));

  it('use shortcodes wherever a list would go stale', () => {
    expect(nodesOf('privacy')).toEqual(['recipients', 'transfers', 'policy-version']);
    expect(nodesOf('cookies')).toEqual(['cookie-table', 'policy-version']);
    expect(nodesOf('subprocessors')).toEqual(['subprocessors', 'changes']);
    expect(nodesOf('dpa')).toEqual(['annex']);
  });

  it('answer every point of GDPR Art. 13 and 14 in the privacy policy', () => {
    const { content } = one('privacy', 'en');
    for (const point of [
      'Controller',
      'Data protection officer',
      'legal basis',
      'legitimate interest',
      'Who receives the data',
      'Art. 26',
      'Art. 27',
      'Transfers to third countries',
      'How long we keep it',
      'Art. 15',
      'Art. 16',
      'Art. 17',
      'Art. 18',
      'Art. 20',
      'Art. 21',
      'Art. 7(3)',
      'Art. 77',
      'Whether you have to give us data',
      'Art. 22',
      'Where the data comes from',
    ]) {
      expect(content).toContain(point);
    }
  });

  it('answer every point of GDPR Art. 28(3) in the data processing agreement', () => {
    const { content } = one('dpa', 'en');
    for (const point of [
      'Subject and duration',
      'documented instructions',
      'responsible for the lawfulness',
      'confidentiality',
      'Art. 32',
      'Sub-processors',
      'rights of data subjects',
      'breach',
      'deletes or returns',
      'audits',
      'Annex 1',
      'Annex 2',
      'Annex 3',
    ]) {
      expect(content).toContain(point);
    }
  });

  it('say what is known about the data protection officer', () => {
    expect(one('privacy', 'en').content).toContain('Wiebke Harms, <dpo@priel.example>');
    expect(one('privacy', 'en', { dpo: false }).content).toContain('does not require us to');
    expect(one('privacy', 'de', { dpo: { name: 'A' } }).content).toContain('A, <privacy@priel.example>');
    expect(
      findPlaceholders(one('privacy', 'de', { dpo: undefined }).content).map(({ text }) => text),
    ).toContain('Name und E-Mail-Adresse des Datenschutzbeauftragten, oder dass keiner zu benennen ist');
  });

  it('speak of other countries only where the company addresses people there', () => {
    const elsewhere = one('privacy', 'en', { jurisdictions: ['gb', 'US-CA', 'CH'] }).content;
    expect(elsewhere).toContain('## People in the United Kingdom');
    expect(elsewhere).toContain('## People in the United States');
    expect(elsewhere).toContain('## People in Switzerland');
    expect(one('privacy', 'en').content).not.toContain('## People in');
  });

  it('keep names that look like markup as they are', () => {
    const { content } = one('privacy', 'en', {
      legalName: 'A*B_C <Ltd> | {{cookie-table}}',
      name: '# [x](y)',
    });
    const html = legalPageHtml(parseLegalMarkdown(content), { categories: [], trackers: [] });
    expect(html).toContain('A*B_C &lt;Ltd&gt; | {{cookie-table}}, Am Alten Hafen 1');
    expect(html).toContain('data # [x](y) processes');
  });

  it('say about records of consent what is recorded', () => {
    const written = (terms: object, locale: string) =>
      buildLegalDocuments(company, '2026-11-01', ['privacy', 'cookies'], locale, terms)
        .map(({ content }) => content)
        .join('\n');
    const linked = written({ recording: 'linked', userAgent: true }, 'en');
    expect(linked).toContain('the name of your browser; your account if you are signed in; no IP address');
    expect(linked).toContain('the record is linked to your account');
    expect(linked).not.toContain('hash of the network');
    expect(
      written({ networks: true }, 'en').match(/for seven days.{0,20} a hash of the network/gi),
    ).toHaveLength(2);
    expect(written({ networks: true }, 'de').match(/Hash des Netzes/g)).toHaveLength(2);
    const nameless = written({}, 'en');
    expect(nameless).toContain('your language and the version of our texts; no IP address');
    expect(nameless).not.toMatch(/your account if|name of your browser/);
    const none = written({ recording: 'none' }, 'en');
    expect(none).toContain('in a cookie of your browser and nowhere else');
    expect(none).not.toMatch(/Records of your choice|random number/);
    expect(written({ recording: 'none' }, 'de')).not.toMatch(/Nachweise Ihrer Auswahl|Zufallszahl/);
    expect(written({ recording: 'linked' }, 'de')).toContain('Ihr Konto, wenn Sie angemeldet sind');
  });

  it.each(['en', 'de'])('refer to the settings in %s where they repeat one', (locale) => {
    const references = (kind: LegalDocumentKind) =>
      settingReferences(one(kind, locale).content).flatMap(({ setting }) => (setting ? [setting] : []));
    expect(references('privacy')).toEqual(['retention-months']);
    expect(references('cookies')).toEqual(['retention-months']);
    expect(references('subprocessors')).toEqual(['notice-days', 'notice-email']);
    expect(references('dpa')).toEqual(['notice-days']);
  });

  it.each(['en', 'de'])(
    'in %s are outdated as soon as something else is recorded, line by line',
    (locale) => {
      const written = (terms: RecordingTerms) =>
        buildLegalDocuments(company, '2026-11-01', ['privacy', 'cookies'], locale, terms)
          .map(({ content }) => content)
          .join('');
      const before = { recording: 'anonymous', userAgent: false, networks: false } as const;
      const after = { recording: 'linked', userAgent: true, networks: true } as const;
      expect(outdatedStatements(written(before), before)).toEqual([]);
      const lines = written(before).split('\n');
      for (const { line, instead } of outdatedStatements(written(before), after)) lines[line - 1] = instead;
      expect(lines.join('\n')).toBe(written(after));
      expect(lines.join('\n')).not.toBe(written(before));
    },
  );

  it.each([
    [
      'en',
      '| To remember and prove your choice about cookies | A random number, your choice, its time, your country, your language and the version of our texts; no IP address | Our duty to prove consent, Art. 6(1)(c) with Art. 7(1) GDPR |',
      'your country and region, whether your browser sent the Global Privacy Control signal, your language',
    ],
    [
      'en',
      'To be able to prove your choice (Art. 7(1) GDPR) we record it with a random number, the time, your country, your language and the version of the texts that you saw, without your IP address. We keep the record for [SETTING: retention-months] months. The privacy settings show you the random number; with it you can ask about your record.',
      'your country and region, whether your browser sent the Global Privacy Control signal, your language',
    ],
    [
      'de',
      '| Ihre Auswahl zu Cookies merken und nachweisen | Eine Zufallszahl, Ihre Auswahl, ihr Zeitpunkt, Ihr Land, Ihre Sprache und die Fassung unserer Texte; keine IP-Adresse | Unsere Pflicht, Einwilligungen nachzuweisen, Art. 6 Abs. 1 lit. c mit Art. 7 Abs. 1 DSGVO |',
      'Ihr Land und Ihre Region, ob Ihr Browser das Signal Global Privacy Control gesendet hat, Ihre Sprache',
    ],
    [
      'de',
      'Um Ihre Auswahl nachweisen zu können (Art. 7 Abs. 1 DSGVO), zeichnen wir sie mit einer Zufallszahl, dem Zeitpunkt, Ihrem Land, Ihrer Sprache und der Fassung der gezeigten Texte auf, ohne Ihre IP-Adresse. Den Nachweis bewahren wir [SETTING: retention-months] Monate auf. Die Zufallszahl zeigen Ihnen die Datenschutzeinstellungen; mit ihr können Sie nach Ihrem Nachweis fragen.',
      'Ihrem Land und Ihrer Region, der Angabe, ob Ihr Browser das Signal Global Privacy Control gesendet hat, Ihrer Sprache',
    ],
  ])(
    'F2: in %s name region and signal; what earlier versions wrote is outdated: %s',
    (locale, former, said) => {
      const terms = { recording: 'anonymous', userAgent: false, networks: false } as const;
      const lines = buildLegalDocuments(company, '2026-11-01', ['privacy', 'cookies'], locale, terms).flatMap(
        ({ content }) => content.split('\n'),
      );
      const outdated = outdatedStatements(former, terms);
      expect(outdated).toEqual([{ line: 1, instead: expect.stringContaining(said) }]);
      expect(lines).toContain(outdated[0]?.instead);
    },
  );

  it('refuse a date that is none', () => {
    expect(() => buildLegalDocuments(company, '01.11.2026', ['privacy'])).toThrow('write it as YYYY-MM-DD');
  });
});
