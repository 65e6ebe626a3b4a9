import type { CompanyInfo } from '@permesso/plugin-consent';

/** The fictional company behind the playground, as its documents name it. */
export const COMPANY: CompanyInfo = {
  name: 'Priel',
  legalName: 'Priel Wattfahrten GmbH',
  address: 'Am Alten Hafen 1, 26506 Norddeich, Germany',
  email: 'privacy@priel.example',
  url: 'https://priel.example',
  jurisdictions: ['DE', 'CH', 'GB', 'US'],
  governingLaw: 'German law',
  dpo: { name: 'Wiebke Harms', email: 'dpo@priel.example' },
};

/** The same for its German documents. */
export const COMPANY_GERMAN: CompanyInfo = {
  ...COMPANY,
  address: 'Am Alten Hafen 1, 26506 Norddeich, Deutschland',
  governingLaw: 'deutsches Recht',
};
