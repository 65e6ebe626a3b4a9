import type { ConsentPluginOptions } from '@permesso/plugin-consent';

type Seed = Exclude<NonNullable<ConsentPluginOptions['seed']>, false>;
type ProcessorSeeds = NonNullable<Seed['processors']>;
type Processor = Extract<ProcessorSeeds[number], { processor: object }>['processor'];

type Facts = Pick<Processor, 'name' | 'legalName' | 'role' | 'purpose' | 'dataCategories' | 'country'> &
  Partial<Processor>;

const domainOf = (name: string) => `https://${name.toLowerCase().replace(/ /g, '-')}.example`;

/** A made-up company whose facts somebody has checked. */
function processor(facts: Facts): ProcessorSeeds[number] {
  const domain = domainOf(facts.name);
  const bound = facts.role === 'processor' || facts.role === 'sub-processor';
  return {
    processor: {
      transfer: { mechanism: 'none' },
      privacyUrl: `${domain}/privacy`,
      ...(bound ? { dpaUrl: `${domain}/dpa` } : {}),
      subprocessor: false,
      showInPrivacyPolicy: true,
      verified: true,
      status: 'active',
      ...facts,
    },
  };
}

/** Who else processes data for Priel; the first three also when Priel takes bookings for other guesthouses. */
export const PROCESSORS: ProcessorSeeds = [
  processor({
    name: 'Deichhost',
    legalName: 'Deichhost Rechenzentrum GmbH',
    role: 'sub-processor',
    purpose: 'Servers for the website, the bookings and their backups',
    dataCategories: ['IP addresses', 'Contact data', 'Bookings'],
    country: 'DE',
    subprocessor: true,
    addedAt: '2026-01-12',
  }),
  processor({
    name: 'Bottlepost',
    legalName: 'Bottlepost AB',
    role: 'sub-processor',
    purpose: 'Sending confirmations and reminders by e-mail',
    dataCategories: ['Contact data', 'Bookings'],
    country: 'SE',
    subprocessor: true,
    addedAt: '2026-02-02',
  }),
  processor({
    name: 'Squall Support',
    legalName: 'Squall Support Inc.',
    role: 'sub-processor',
    purpose: 'Answering questions about bookings when our office is closed',
    dataCategories: ['Contact data', 'Messages'],
    country: 'US',
    transfer: { mechanism: 'dpf', fallback: 'scc', notes: 'Messages are encrypted at rest' },
    subprocessor: true,
    addedAt: '2026-06-15',
  }),
  processor({
    name: 'Sandbank',
    legalName: 'Sandbank Payments DAC',
    role: 'independent-controller',
    purpose: 'Card payments',
    dataCategories: ['Payment data'],
    country: 'IE',
  }),
  processor({
    name: 'Lighthouse',
    legalName: 'Lighthouse Analytics B.V.',
    role: 'processor',
    purpose: 'Statistics of visits',
    dataCategories: ['Usage data', 'Cookie identifiers'],
    country: 'NL',
  }),
  processor({
    name: 'Driftwood',
    legalName: 'Driftwood Advertising LLC',
    role: 'joint-controller',
    purpose: 'Advertising on other sites, and what it leads to',
    dataCategories: ['Usage data', 'Cookie identifiers'],
    country: 'US',
    transfer: { mechanism: 'scc', notes: 'With a transfer impact assessment of May 2026' },
  }),
  processor({
    name: 'Beacon',
    legalName: 'Beacon Measurement Ltd',
    role: 'processor',
    purpose: 'Measuring advertising',
    dataCategories: ['Usage data', 'Cookie identifiers'],
    country: 'GB',
    transfer: { mechanism: 'adequacy' },
  }),
  processor({
    name: 'Quayside',
    legalName: 'Quayside Chat ApS',
    role: 'processor',
    purpose: 'Chat on the website',
    dataCategories: ['Messages', 'Cookie identifiers'],
    country: 'DK',
  }),
  processor({
    name: 'Tideline',
    legalName: 'Tideline Oy',
    role: 'independent-controller',
    purpose: 'Times of high and low water',
    dataCategories: ['IP addresses'],
    country: 'FI',
  }),
  processor({
    name: 'Chartroom',
    legalName: 'Chartroom Maps K.K.',
    role: 'independent-controller',
    purpose: 'The map of the harbour',
    dataCategories: ['IP addresses', 'Usage data'],
    country: 'JP',
    transfer: { mechanism: 'adequacy' },
  }),
  processor({
    name: 'Fogbound',
    legalName: 'Fogbound Widgets AS',
    role: 'processor',
    purpose: 'Visibility at sea; not in use at present',
    dataCategories: ['IP addresses'],
    country: 'NO',
    showInPrivacyPolicy: false,
  }),
];
