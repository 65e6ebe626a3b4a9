import type { Language } from './interface-texts.ts';

export const en: Language = {
  interface: {
    title: 'Your privacy',
    description:
      'We would like to use cookies and similar technologies. You decide, and you can change your mind at any time.',
    acceptAll: 'Accept all',
    rejectAll: 'Reject all',
    customize: 'Customize',
    save: 'Save choices',
    close: 'Close',
    manage: 'Privacy settings',
    reloadNotice: 'Reload the page to stop what is already running.',
    requiredBadge: 'Always on',
    gpcHonored: 'Opt-out request honored',

    optOutNote:
      'Optional cookies are on until you turn them off. You may refuse the sale and sharing of your data.',
    noticeNote: 'Optional cookies are on until you turn them off.',
    changedNote: 'Something has changed since your last choice. Please confirm it.',
    controller: 'Controller',
    purposes: 'Purposes',
    thirdParties: 'Third parties',
    privacyPolicy: 'Privacy policy',
    cookiePolicy: 'Cookie policy',

    services: 'Services',
    cookies: 'Cookies and similar storage',
    basisObjection:
      'On without your consent, as the law here allows, until you object: switch it off at any time.',
    basisExempt:
      'On without your consent, because it only counts visits for this site: switch it off at any time.',
    consentId: 'Consent ID',
    decidedOn: 'Decided on',
    withdraw: 'Withdraw consent',
    reload: 'Reload page',

    blocked: 'This content needs your consent: {name}',
    allowOnce: 'Allow once',
    alwaysAllow: 'Always allow',
  },
};
