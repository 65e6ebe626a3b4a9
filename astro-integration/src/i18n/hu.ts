import type { Language } from './texts.ts';

export const hu: Language = {
  interface: {
    title: 'Az Ön adatvédelme',
    description:
      'Szeretnénk sütiket és hasonló technológiákat használni. Ön dönt, és bármikor meggondolhatja magát.',
    acceptAll: 'Összes elfogadása',
    rejectAll: 'Összes elutasítása',
    customize: 'Testreszabás',
    save: 'Választás mentése',
    close: 'Bezárás',
    manage: 'Adatvédelmi beállítások',
    reloadNotice: 'Töltse újra az oldalt, hogy leálljon, ami már fut.',
    requiredBadge: 'Mindig aktív',
    gpcHonored: 'A kívülmaradási kérést figyelembe vettük',

    optOutNote:
      'A nem kötelező sütik aktívak, amíg ki nem kapcsolja őket. Elutasíthatja adatainak értékesítését és megosztását.',
    changedNote: 'Az utolsó választása óta valami megváltozott. Kérjük, erősítse meg.',
    privacyPolicy: 'Adatvédelmi tájékoztató',
    cookiePolicy: 'Sütitájékoztató',

    services: 'Szolgáltatások',
    cookies: 'Sütik és hasonló tárolók',
    consentId: 'Hozzájárulás azonosítója',
    decidedOn: 'Döntés dátuma:',
    withdraw: 'Hozzájárulás visszavonása',
    reload: 'Oldal újratöltése',

    blocked: 'Ehhez a tartalomhoz az Ön hozzájárulása szükséges: {name}',
    allowOnce: 'Engedélyezés egyszer',
    alwaysAllow: 'Engedélyezés mindig',
  },
};
