/** klaro as its README says: a configuration in a global, loaded before the script. */
window.klaroConfig = {
  version: 1,
  acceptAll: true,
  translations: { en: { purposes: { analytics: 'Analytics', marketing: 'Marketing' } } },
  services: [
    { name: 'counter', title: 'Page counter', purposes: ['analytics'], cookies: [/^_ct/] },
    { name: 'ads', title: 'Advertising', purposes: ['marketing'], cookies: [/^_bb/] },
  ],
};
