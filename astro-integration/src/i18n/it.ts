import type { Language } from './texts.ts';

export const it: Language = {
  interface: {
    title: 'La tua privacy',
    description:
      'Vorremmo usare cookie e tecnologie simili. Decidi tu, e puoi cambiare idea in qualsiasi momento.',
    acceptAll: 'Accetta tutto',
    rejectAll: 'Rifiuta tutto',
    customize: 'Personalizza',
    save: 'Salva le scelte',
    close: 'Chiudi',
    manage: 'Impostazioni sulla privacy',
    reloadNotice: 'Ricarica la pagina per interrompere ciò che è già attivo.',
    requiredBadge: 'Sempre attivo',
    gpcHonored: 'Richiesta di opt-out rispettata',

    optOutNote:
      'I cookie facoltativi sono attivi finché non li disattivi. Puoi rifiutare la vendita e la condivisione dei tuoi dati.',
    changedNote: 'Qualcosa è cambiato dalla tua ultima scelta. Ti chiediamo di confermarla.',
    privacyPolicy: 'Informativa sulla privacy',
    cookiePolicy: 'Informativa sui cookie',

    services: 'Servizi',
    cookies: 'Cookie e archiviazione simile',
    consentId: 'ID del consenso',
    decidedOn: 'Scelta effettuata il',
    withdraw: 'Revoca il consenso',
    reload: 'Ricarica la pagina',

    blocked: 'Questo contenuto richiede il tuo consenso: {name}',
    allowOnce: 'Consenti una volta',
    alwaysAllow: 'Consenti sempre',
  },
};
