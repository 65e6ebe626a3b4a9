import type { Language } from './texts.ts';

export const lv: Language = {
  interface: {
    title: 'Jūsu privātums',
    description:
      'Mēs vēlētos izmantot sīkdatnes un līdzīgas tehnoloģijas. Lēmums ir jūsu, un jūs to varat mainīt jebkurā laikā.',
    acceptAll: 'Pieņemt visas',
    rejectAll: 'Noraidīt visas',
    customize: 'Pielāgot',
    save: 'Saglabāt izvēli',
    close: 'Aizvērt',
    manage: 'Privātuma iestatījumi',
    reloadNotice: 'Pārlādējiet lapu, lai apturētu to, kas jau darbojas.',
    requiredBadge: 'Vienmēr ieslēgts',
    gpcHonored: 'Atteikšanās pieprasījums ir ievērots',

    optOutNote:
      'Izvēles sīkdatnes ir ieslēgtas, līdz jūs tās izslēdzat. Jūs varat atteikties no savu datu pārdošanas un kopīgošanas.',
    changedNote: 'Kopš jūsu pēdējās izvēles kaut kas ir mainījies. Lūdzu, apstipriniet to.',
    privacyPolicy: 'Privātuma politika',
    cookiePolicy: 'Sīkdatņu politika',

    services: 'Pakalpojumi',
    cookies: 'Sīkdatnes un līdzīga glabāšana',
    consentId: 'Piekrišanas ID',
    decidedOn: 'Lēmuma datums:',
    withdraw: 'Atsaukt piekrišanu',
    reload: 'Pārlādēt lapu',

    blocked: 'Šim saturam ir vajadzīga jūsu piekrišana: {name}',
    allowOnce: 'Atļaut vienreiz',
    alwaysAllow: 'Atļaut vienmēr',
  },
};
