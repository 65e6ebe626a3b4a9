import type { Language } from './texts.ts';

export const pl: Language = {
  interface: {
    title: 'Twoja prywatność',
    description:
      'Chcielibyśmy używać plików cookie i podobnych technologii. Decyzja należy do Ciebie i możesz ją zmienić w każdej chwili.',
    acceptAll: 'Akceptuj wszystkie',
    rejectAll: 'Odrzuć wszystkie',
    customize: 'Dostosuj',
    save: 'Zapisz wybór',
    close: 'Zamknij',
    manage: 'Ustawienia prywatności',
    reloadNotice: 'Odśwież stronę, aby zatrzymać to, co już działa.',
    requiredBadge: 'Zawsze aktywne',
    gpcHonored: 'Sprzeciw uwzględniony',

    optOutNote:
      'Opcjonalne pliki cookie są włączone, dopóki ich nie wyłączysz. Możesz odmówić sprzedaży i udostępniania swoich danych.',
    changedNote: 'Od Twojego ostatniego wyboru coś się zmieniło. Prosimy o jego potwierdzenie.',
    privacyPolicy: 'Polityka prywatności',
    cookiePolicy: 'Polityka plików cookie',

    services: 'Usługi',
    cookies: 'Pliki cookie i podobne dane',
    consentId: 'Identyfikator zgody',
    decidedOn: 'Data decyzji:',
    withdraw: 'Wycofaj zgodę',
    reload: 'Odśwież stronę',

    blocked: 'Ta treść wymaga Twojej zgody: {name}',
    allowOnce: 'Zezwól raz',
    alwaysAllow: 'Zawsze zezwalaj',
  },
};
