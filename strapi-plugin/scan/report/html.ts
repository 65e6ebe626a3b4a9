import { SEVERITIES } from '../rules/rule';
import { HTML_STYLE } from './html-style';
import { markupText } from './markup-text';
import type { InventoryItem, ReportFinding, ScanReport } from './schema';
import { countsText } from './terminal';

/** The report as one page that can be handed on: no script, nothing from elsewhere, and it prints. */
export function htmlReport(report: ScanReport): string {
  const { site, findings, screenshots, startedAt, scanner } = report;
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; img-src data:">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Scan of ${markupText(site)}</title><style>${HTML_STYLE}</style></head><body>
<header><p>Scan of <strong>${markupText(site)}</strong></p><h1>${markupText(verdict(findings))}</h1>
<p>${markupText(countsText(findings))}. ${moment(startedAt)}, ${markupText(scanner.browser)}, ${markupText(scanner.name)} ${markupText(scanner.version)}.</p></header>
<main>${SEVERITIES.map((severity) => severitySection(report, severity)).join('')}
${screenshots.map((picture, at) => screenshotSection(picture, at)).join('')}${visitsSection(report)}${inventorySection(report)}${limitsSection(report)}</main>
</body></html>
`;
}

const moment = (iso: string): string =>
  `<time datetime="${markupText(iso)}">${markupText(iso.slice(0, 16).replace('T', ' '))} UTC</time>`;

function verdict(findings: readonly ReportFinding[]): string {
  const serious = findings.filter(({ severity }) => severity === 'serious').length;
  if (serious > 0) return `${serious} serious ${serious === 1 ? 'finding' : 'findings'}`;
  return findings.length > 0 ? 'Nothing serious was found' : 'Nothing was found that is not as it should be';
}

function severitySection({ findings, screenshots }: ScanReport, severity: ReportFinding['severity']): string {
  const own = findings.filter((finding) => finding.severity === severity);
  if (own.length === 0) return '';
  const title = `${severity[0]?.toUpperCase()}${severity.slice(1)}`;
  return `<section class="${severity}"><h2>${title} (${own.length})</h2>${own.map((finding) => findingArticle(finding, screenshots)).join('')}</section>`;
}

function findingArticle(
  { rule, name, message, law, known, evidence, baseline }: ReportFinding,
  screenshots: ScanReport['screenshots'],
): string {
  const company = known && [known.name, known.company].filter(Boolean).join(', ');
  return `<article><h3>${markupText(message)}</h3>
<p class="rule"><b>${markupText(rule)}</b> ${markupText(name)}${baseline ? ' <i>in the baseline</i>' : ''}</p>
<p>${markupText(law)}${company ? `<br>Known as: ${markupText(company)}` : ''}</p>
<ul>${evidence.map((shown) => evidenceItem(shown, screenshots)).join('')}</ul></article>`;
}

function evidenceItem(
  { visit, page, seen, origin, stack = [], screenshot }: ReportFinding['evidence'][number],
  screenshots: ScanReport['screenshots'],
): string {
  const picture = screenshots.findIndex(({ name }) => name === screenshot);
  return `<li><code>${markupText(seen)}</code><br>visit “${markupText(visit)}”, ${markupText(page)}${
    origin ? `<br>by ${markupText(origin)}` : ''
  }${picture >= 0 ? `<br><a href="#picture-${picture}">Picture of the page</a>` : ''}${stack.length > 0 ? `<pre>${stack.map(markupText).join('\n')}</pre>` : ''}</li>`;
}

const screenshotSection = (
  { name, mediaType, data }: ScanReport['screenshots'][number],
  at: number,
): string =>
  `<section id="picture-${at}"><h2>Picture: ${markupText(name)}</h2><img alt="The page as it was seen: ${markupText(name)}" src="data:${mediaType};base64,${markupText(data)}"></section>`;

function visitsSection({ visits }: ScanReport): string {
  const rows = visits.map(({ name, model, pages, requests, complete, notes }) => [
    name,
    model,
    String(pages.length),
    String(requests),
    complete ? 'complete' : `incomplete: ${notes.join('; ')}`,
  ]);
  return `<section><h2>Visits</h2>${table(['Visit', 'Law', 'Pages', 'Requests', 'State'], rows)}</section>`;
}

function inventorySection({ inventory }: ScanReport): string {
  if (inventory.length === 0) return '';
  const rows = inventory.map((item) => [
    item.kind,
    item.name,
    item.host,
    item.decisions.join(', '),
    item.declared ?? 'no',
    knownText(item),
  ]);
  const heads = ['Kind', 'Name', 'Host', 'Seen under', 'Declared', 'Known as'];
  return `<section><h2>Everything that was seen</h2>${table(heads, rows)}</section>`;
}

const knownText = ({ known }: InventoryItem): string =>
  known ? [known.name, known.company].filter(Boolean).join(', ') : '';

function limitsSection({ notes, declared, banner }: ScanReport): string {
  const texts = [
    ...(declared ? [] : ['It is not known what the site declares; rules about that say nothing.']),
    ...(banner ? [] : ['No banner was found; rules about it say nothing.']),
    ...notes,
    'A scan sees what happened while it looked, on the pages it was sent to. It is not legal advice.',
  ];
  return `<section><h2>What this scan does not say</h2><ul>${texts
    .map((text) => `<li>${markupText(text)}</li>`)
    .join('')}</ul></section>`;
}

const table = (heads: readonly string[], rows: readonly (readonly string[])[]): string =>
  `<div class="table" role="region" aria-label="Table" tabindex="0"><table><thead><tr>${heads
    .map((head) => `<th scope="col">${head}</th>`)
    .join('')}</tr></thead><tbody>${rows
    .map((row) => `<tr>${row.map((cell) => `<td>${markupText(cell)}</td>`).join('')}</tr>`)
    .join('')}</tbody></table></div>`;
