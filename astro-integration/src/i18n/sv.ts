import type { Language } from './texts.ts';

export const sv: Language = {
  interface: {
    title: 'Din integritet',
    description:
      'Vi vill gärna använda kakor och liknande tekniker. Du bestämmer och kan ändra dig när som helst.',
    acceptAll: 'Godkänn alla',
    rejectAll: 'Avvisa alla',
    customize: 'Anpassa',
    save: 'Spara val',
    close: 'Stäng',
    manage: 'Integritetsinställningar',
    reloadNotice: 'Ladda om sidan för att stoppa det som redan körs.',
    requiredBadge: 'Alltid på',
    gpcHonored: 'Begäran om att välja bort har följts',

    optOutNote:
      'Valfria kakor är på tills du stänger av dem. Du kan säga nej till att dina uppgifter säljs och delas.',
    changedNote: 'Något har ändrats sedan ditt senaste val. Bekräfta det gärna.',
    privacyPolicy: 'Integritetspolicy',
    cookiePolicy: 'Kakpolicy',

    services: 'Tjänster',
    cookies: 'Kakor och liknande lagring',
    consentId: 'Samtyckes-ID',
    decidedOn: 'Beslutat den',
    withdraw: 'Återkalla samtycke',
    reload: 'Ladda om sidan',

    blocked: 'Det här innehållet kräver ditt samtycke: {name}',
    allowOnce: 'Tillåt en gång',
    alwaysAllow: 'Tillåt alltid',
  },
};
