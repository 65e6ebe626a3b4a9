import type { Language } from './texts.ts';

export const lt: Language = {
  interface: {
    title: 'Jūsų privatumas',
    description:
      'Norėtume naudoti slapukus ir panašias technologijas. Sprendžiate jūs ir bet kada galite persigalvoti.',
    acceptAll: 'Priimti visus',
    rejectAll: 'Atmesti visus',
    customize: 'Tinkinti',
    save: 'Išsaugoti pasirinkimą',
    close: 'Uždaryti',
    manage: 'Privatumo nustatymai',
    reloadNotice: 'Įkelkite puslapį iš naujo, kad sustotų tai, kas jau veikia.',
    requiredBadge: 'Visada įjungta',
    gpcHonored: 'Į atsisakymo prašymą atsižvelgta',

    optOutNote:
      'Neprivalomi slapukai įjungti, kol jų neišjungiate. Galite nesutikti, kad jūsų duomenys būtų parduodami ir bendrinami.',
    changedNote: 'Po paskutinio jūsų pasirinkimo kai kas pasikeitė. Prašome jį patvirtinti.',
    privacyPolicy: 'Privatumo politika',
    cookiePolicy: 'Slapukų politika',

    services: 'Paslaugos',
    cookies: 'Slapukai ir panašios saugyklos',
    consentId: 'Sutikimo ID',
    decidedOn: 'Sprendimo data:',
    withdraw: 'Atšaukti sutikimą',
    reload: 'Įkelti puslapį iš naujo',

    blocked: 'Šiam turiniui reikia jūsų sutikimo: {name}',
    allowOnce: 'Leisti vieną kartą',
    alwaysAllow: 'Leisti visada',
  },
};
