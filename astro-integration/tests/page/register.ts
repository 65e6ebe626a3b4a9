import type { ProcessorChange, ProcessorEntry } from '@permesso/consent-core';

const base = {
  role: 'processor',
  purpose: 'Hosting',
  dataCategories: ['Usage data'],
  transfer: { mechanism: 'none' },
  subprocessor: false,
  showInPrivacyPolicy: true,
  verified: true,
  status: 'active',
} as const;

export const processors: ProcessorEntry[] = [
  { ...base, id: 'host', name: 'Alpine Hosting', country: 'AT', dataCategories: ['Usage data'] },
  {
    ...base,
    id: 'mail',
    name: 'Letter Co',
    legalName: 'Letter Company Inc.',
    role: 'sub-processor',
    purpose: 'Sending mail',
    country: 'US',
    dataCategories: ['Contact data', 'Usage data'],
    transfer: { mechanism: 'dpf', fallback: 'scc' },
    dpaUrl: 'https://letter.example/dpa',
    subprocessor: true,
    addedAt: '2026-03-01',
  },
];

export const processorChanges: ProcessorChange[] = [
  { name: 'Letter Co', change: 'added', date: '2026-03-01' },
  { name: 'Old Mail', change: 'removed', date: '2026-02-28' },
];
