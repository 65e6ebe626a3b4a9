import type { Language } from './texts.ts';

export const sk: Language = {
  interface: {
    title: 'Vaše súkromie',
    description:
      'Radi by sme používali súbory cookie a podobné technológie. Rozhodnutie je na vás a môžete ho kedykoľvek zmeniť.',
    acceptAll: 'Prijať všetko',
    rejectAll: 'Odmietnuť všetko',
    customize: 'Prispôsobiť',
    save: 'Uložiť voľby',
    close: 'Zavrieť',
    manage: 'Nastavenia súkromia',
    reloadNotice: 'Načítajte stránku znova, aby sa zastavilo to, čo už beží.',
    requiredBadge: 'Vždy aktívne',
    gpcHonored: 'Námietka bola zohľadnená',

    optOutNote:
      'Voliteľné súbory cookie sú zapnuté, kým ich nevypnete. Predaj a zdieľanie svojich údajov môžete odmietnuť.',
    changedNote: 'Od vašej poslednej voľby sa niečo zmenilo. Potvrďte ju, prosím.',
    privacyPolicy: 'Zásady ochrany osobných údajov',
    cookiePolicy: 'Zásady používania súborov cookie',

    services: 'Služby',
    cookies: 'Súbory cookie a podobné úložiská',
    consentId: 'ID súhlasu',
    decidedOn: 'Rozhodnuté dňa',
    withdraw: 'Odvolať súhlas',
    reload: 'Načítať stránku znova',

    blocked: 'Tento obsah vyžaduje váš súhlas: {name}',
    allowOnce: 'Povoliť raz',
    alwaysAllow: 'Povoliť vždy',
  },
};
