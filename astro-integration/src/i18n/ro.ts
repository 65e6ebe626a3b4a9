import type { Language } from './texts.ts';

export const ro: Language = {
  interface: {
    title: 'Confidențialitatea dumneavoastră',
    description:
      'Am dori să folosim cookie-uri și tehnologii similare. Dumneavoastră decideți și vă puteți răzgândi oricând.',
    acceptAll: 'Acceptă tot',
    rejectAll: 'Respinge tot',
    customize: 'Personalizează',
    save: 'Salvează opțiunile',
    close: 'Închide',
    manage: 'Setări de confidențialitate',
    reloadNotice: 'Reîncărcați pagina pentru a opri ce rulează deja.',
    requiredBadge: 'Mereu activ',
    gpcHonored: 'Cererea de renunțare a fost respectată',

    optOutNote:
      'Cookie-urile opționale sunt active până când le dezactivați. Puteți refuza vânzarea și partajarea datelor dumneavoastră.',
    changedNote: 'Ceva s-a schimbat de la ultima dumneavoastră alegere. Vă rugăm să o confirmați.',
    privacyPolicy: 'Politica de confidențialitate',
    cookiePolicy: 'Politica privind cookie-urile',

    services: 'Servicii',
    cookies: 'Cookie-uri și stocare similară',
    consentId: 'ID-ul consimțământului',
    decidedOn: 'Decis la',
    withdraw: 'Retrage consimțământul',
    reload: 'Reîncarcă pagina',

    blocked: 'Acest conținut necesită consimțământul dumneavoastră: {name}',
    allowOnce: 'Permite o dată',
    alwaysAllow: 'Permite mereu',
  },
};
