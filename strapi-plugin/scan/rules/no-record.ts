import type { SeenRequest } from '../observe/observations';
import { type Rule, visitName } from './rule';

export const noRecord: Rule = {
  number: 'C502',
  name: 'no-record',
  expects: 'Every decision is recorded.',
  law: 'GDPR, Art. 7(1): able to demonstrate',
  severity: 'serious',
  find({ visits, declared, site }) {
    const product = declared?.product;
    if (!product?.recording) return [];
    const path = new URL(product.records, site).pathname;
    const missing = visits
      .filter(({ kind, clicks }) => (kind === 'reject' || kind === 'accept') && clicks !== null)
      .map((visit) => ({ visit, posted: visit.requests.filter((request) => isRecord(request, path)) }))
      .filter(({ posted }) => !posted.some(({ status }) => status === null || status < 300));
    if (missing.length === 0) return [];
    return [
      {
        subject: { kind: 'record', name: path, host: null },
        message: 'A decision is not recorded',
        evidence: missing.map(({ visit, posted }) => ({
          visit: visitName(visit),
          page: visit.pages[0] ?? site,
          seen: posted[0] ? `POST ${path} answers ${posted[0].status}` : `no POST to ${path}`,
        })),
      },
    ];
  },
};

const isRecord = ({ method, url }: SeenRequest, path: string): boolean =>
  method === 'POST' && URL.canParse(url) && new URL(url).pathname.replace(/\/$/, '') === path;
