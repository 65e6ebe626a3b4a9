import type { Language } from './texts.ts';

export const sl: Language = {
  interface: {
    title: 'Vaša zasebnost',
    description:
      'Radi bi uporabljali piškotke in podobne tehnologije. Odločate vi in si lahko kadar koli premislite.',
    acceptAll: 'Sprejmi vse',
    rejectAll: 'Zavrni vse',
    customize: 'Prilagodi',
    save: 'Shrani izbiro',
    close: 'Zapri',
    manage: 'Nastavitve zasebnosti',
    reloadNotice: 'Znova naložite stran, da se ustavi, kar že teče.',
    requiredBadge: 'Vedno vklopljeno',
    gpcHonored: 'Zahteva za zavrnitev je upoštevana',

    optOutNote:
      'Neobvezni piškotki so vklopljeni, dokler jih ne izklopite. Prodajo in deljenje svojih podatkov lahko zavrnete.',
    changedNote: 'Od vaše zadnje izbire se je nekaj spremenilo. Prosimo, potrdite jo.',
    privacyPolicy: 'Politika zasebnosti',
    cookiePolicy: 'Politika piškotkov',

    services: 'Storitve',
    cookies: 'Piškotki in podobna hramba',
    consentId: 'ID privolitve',
    decidedOn: 'Odločeno dne',
    withdraw: 'Prekliči privolitev',
    reload: 'Znova naloži stran',

    blocked: 'Ta vsebina potrebuje vašo privolitev: {name}',
    allowOnce: 'Dovoli enkrat',
    alwaysAllow: 'Vedno dovoli',
  },
};
