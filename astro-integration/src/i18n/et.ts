import type { Language } from './texts.ts';

export const et: Language = {
  interface: {
    title: 'Teie privaatsus',
    description:
      'Sooviksime kasutada küpsiseid ja sarnaseid tehnoloogiaid. Otsustate teie ja võite oma valikut igal ajal muuta.',
    acceptAll: 'Nõustu kõigiga',
    rejectAll: 'Keeldu kõigist',
    customize: 'Kohanda',
    save: 'Salvesta valikud',
    close: 'Sulge',
    manage: 'Privaatsusseaded',
    reloadNotice: 'Laadige leht uuesti, et peatada see, mis juba töötab.',
    requiredBadge: 'Alati sees',
    gpcHonored: 'Loobumissoovi on arvestatud',

    optOutNote:
      'Valikulised küpsised on sees, kuni te need välja lülitate. Võite keelduda oma andmete müügist ja jagamisest.',
    changedNote: 'Pärast teie viimast valikut on midagi muutunud. Palun kinnitage see.',
    privacyPolicy: 'Privaatsuspoliitika',
    cookiePolicy: 'Küpsiste poliitika',

    services: 'Teenused',
    cookies: 'Küpsised ja sarnased salvestised',
    consentId: 'Nõusoleku ID',
    decidedOn: 'Otsustatud',
    withdraw: 'Võta nõusolek tagasi',
    reload: 'Laadi leht uuesti',

    blocked: 'See sisu vajab teie nõusolekut: {name}',
    allowOnce: 'Luba üks kord',
    alwaysAllow: 'Luba alati',
  },
};
