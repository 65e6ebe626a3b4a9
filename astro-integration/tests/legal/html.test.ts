import { createTestConfig } from '@permesso/consent-core';
import { describe, expect, it } from 'vitest';
import {
  consentBlockConverters,
  consentTableConverters,
  DEFAULT_COOKIE_TABLE_LABELS,
  DEFAULT_PROCESSOR_TABLE_LABELS,
  legalHtml,
  legalPageConverters,
  RichTextTable,
} from '../../src/legal.ts';
import { processorChanges, processors } from '../page/register.ts';
import { trackers } from '../page/trackers.ts';

const { categories } = createTestConfig();
const data = { categories, trackers, documentsVersion: 'd0d0d0d0', effectiveDate: '2026-05-01' };
const markdown =
  '| a | b |\n|---|---|\n| 1 | 2 |\n\n{{cookie-table}}\n\n{{processor-table:changes}}\n\n{{policy-version}}';

describe('the converters of legal pages', () => {
  it('convert text, tables and all three blocks', () => {
    const html = legalHtml(markdown, legalPageConverters({ ...data, processors, processorChanges }));
    for (const hook of [
      'data-legal-table-container',
      'data-consent-cookie-table',
      'data-consent-processors="changes"',
      'data-consent-policy-version="d0d0d0d0"',
    ]) {
      expect(html).toContain(hook);
    }
  });

  it('H4: render nothing for processors without the register', () => {
    expect(legalHtml(markdown, legalPageConverters(data))).not.toContain('data-consent-processors');
  });

  it('convert blocks only, or text only, where that is asked for', () => {
    const blocks = legalHtml(markdown, consentBlockConverters(data));
    expect(blocks).not.toContain('<td>1</td>');
    expect(blocks).toContain('data-consent-cookie-table');
    const text = legalHtml(markdown, consentTableConverters);
    expect(text).toMatch(/<table data-legal-table>[\s\S]*>1</);
    expect(text).not.toContain('data-consent-cookie-table');
  });

  it('give tables of other Markdown renderers their container, name and scopes, once', () => {
    const foreign = {
      type: 'html',
      html: '<table class="x"><thead><tr><th>a "b"</th><th align="left"><em>c</em></th></tr></thead><tbody><tr><th>d</th></tr></tbody></table>',
    } as const;
    const html = legalHtml([foreign], consentTableConverters);
    expect(html).toBe(
      '<div data-legal-table-container tabindex="0" role="region" aria-label="a &quot;b&quot;, c">' +
        '<table data-legal-table class="x"><thead><tr><th scope="col">a "b"</th><th scope="col" align="left"><em>c</em></th></tr></thead>' +
        '<tbody><tr><th scope="row">d</th></tr></tbody></table></div>',
    );
    expect(legalHtml([{ type: 'html', html }], consentTableConverters)).toBe(html);
    const captioned = {
      type: 'html',
      html: '<table><caption>Who</caption><tr><th>a</th></tr></table>',
    } as const;
    expect(legalHtml([captioned], consentTableConverters)).toContain('aria-label="Who"');
  });

  it('render tables of your own in the same dress', () => {
    const html = RichTextTable({
      caption: 'Ports & harbours',
      columns: [
        { key: 'port', label: 'Port' },
        { key: 'since', label: 'Since' },
      ],
      rows: [{ key: 'n', cells: [{ text: '<Norddeich>' }, { text: '1 May', day: '2026-05-01' }] }],
    });
    expect(html).toContain('role="region" aria-label="Ports &amp; harbours"');
    expect(html).toContain('<caption>Ports &amp; harbours</caption>');
    expect(html).toContain('<th scope="row">&lt;Norddeich&gt;</th>');
    expect(html).toContain('<time datetime="2026-05-01">1 May</time>');
  });

  it('take labels of the site, down to a single word', () => {
    const labels = { cookieTable: { name: 'Cookie' } };
    const html = legalHtml('{{cookie-table}}', legalPageConverters({ ...data, labels }));
    expect(html).toContain('<th scope="col">Cookie</th>');
    expect(html).toContain(`<th scope="col">${DEFAULT_COOKIE_TABLE_LABELS.purpose}</th>`);
    expect(DEFAULT_PROCESSOR_TABLE_LABELS.provider).toBe('Provider');
  });
});
