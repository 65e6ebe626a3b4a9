import { createTestConfig } from '@permesso/consent-core';
import { describe, expect, it } from 'vitest';
import { processorChanges, processors } from '../tests/page/register.ts';
import { trackers } from '../tests/page/trackers.ts';
import {
  consentBlockConverters,
  consentTableConverters,
  DEFAULT_COOKIE_TABLE_LABELS,
  DEFAULT_PROCESSOR_TABLE_LABELS,
  legalHtml,
  legalPageConverters,
} from './legal.ts';

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

  it('give tables of other Markdown renderers their container and scopes, once', () => {
    const foreign = { type: 'html', html: '<table class="x"><tr><th>a</th></tr></table>' } as const;
    const html = legalHtml([foreign], consentTableConverters);
    expect(html).toBe(
      '<div data-legal-table-container tabindex="0">' +
        '<table data-legal-table class="x"><tr><th scope="col">a</th></tr></table></div>',
    );
    expect(legalHtml([{ type: 'html', html }], consentTableConverters)).toBe(html);
  });

  it('take labels of the site, down to a single word', () => {
    const labels = { cookieTable: { name: 'Cookie' } };
    const html = legalHtml('{{cookie-table}}', legalPageConverters({ ...data, labels }));
    expect(html).toContain('<th scope="col">Cookie</th>');
    expect(html).toContain(`<th scope="col">${DEFAULT_COOKIE_TABLE_LABELS.purpose}</th>`);
    expect(DEFAULT_PROCESSOR_TABLE_LABELS.provider).toBe('Provider');
  });
});
