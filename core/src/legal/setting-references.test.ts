import { describe, expect, it } from 'vitest';
import { lintLegalMarkdown } from './lint.ts';
import { parseLegalMarkdown } from './markdown.ts';
import { LEGAL_SETTINGS, type LegalSettings, settingReference } from './shortcodes.ts';

const SETTINGS: LegalSettings = {
  'retention-months': 24,
  'notice-days': 14,
  'notice-email': 'objections@shop.example',
};

const html = (markdown: string, settings?: LegalSettings) => {
  const [node, ...others] = parseLegalMarkdown(markdown, settings);
  expect(others).toEqual([]);
  return node?.type === 'html' ? node.html.trim() : '';
};

describe('settings that a legal page repeats', () => {
  it('are said as they hold now, in sentences, lists, quotes, tables and emphasis', () => {
    expect(html('At least [SETTING: notice-days] days before.', SETTINGS)).toBe(
      '<p>At least 14 days before.</p>',
    );
    expect(html('- **[SETTING: retention-months] months**', SETTINGS)).toContain(
      '<strong>24 months</strong>',
    );
    expect(html('> [SETTING:notice-days]', SETTINGS)).toContain('<p>14</p>');
    expect(html('| a |\n| - |\n| [SETTING: retention-months] months |', SETTINGS)).toContain(
      '<td>24 months</td>',
    );
  });

  it('make an address a link, but none inside of another', () => {
    const address = '<a href="mailto:objections@shop.example">objections@shop.example</a>';
    expect(html('Write to [SETTING: notice-email].', SETTINGS)).toBe(`<p>Write to ${address}.</p>`);
    expect(html('[at [SETTING: notice-email]](/contact)', SETTINGS)).toBe(
      '<p><a href="/contact">at objections@shop.example</a></p>',
    );
  });

  it('stay visible where nobody knows them, and in code', () => {
    for (const settings of [undefined, {}, { 'notice-email': null }, { 'notice-email': '' }])
      expect(html('Write to [SETTING: notice-email].', settings)).toBe(
        '<p>Write to [SETTING: notice-email].</p>',
      );
    expect(html('`[SETTING: notice-days]`', SETTINGS)).toBe('<p><code>[SETTING: notice-days]</code></p>');
    expect(html('[SETTING: notice-weeks]', SETTINGS)).toBe('<p>[SETTING: notice-weeks]</p>');
  });

  it('are text, whatever somebody entered', () => {
    const hostile = html('[SETTING: notice-email] & [SETTING: notice-days]', {
      'notice-email': '"><script>alert(1)</script>',
      'notice-days': '<img src=x onerror=alert(1)>',
    });
    expect(hostile).not.toMatch(/<(?:script|img)/);
    expect(hostile).toContain('&amp; &lt;img');
  });

  it('are warned of where they do not exist, with their line and what is known', () => {
    const markdown = `${LEGAL_SETTINGS.map(settingReference).join(' ')} \`[SETTING: x]\`\n\n[SETTING: notice-weeks]`;
    const [warning, ...others] = lintLegalMarkdown(markdown);
    expect(others).toEqual([]);
    expect(warning).toMatchObject({ code: 'unknown-setting', line: 3 });
    expect(warning?.message).toContain('[SETTING: notice-days]');
  });

  it('take time linear to the length', () => {
    const many = '[SETTING: notice-days] [SETTING: '.repeat(20_000);
    expect(html(many, SETTINGS).length).toBeGreaterThan(100_000);
  });
});
