import type { Language } from './texts.ts';

export const fr: Language = {
  interface: {
    title: 'Votre vie privée',
    description:
      "Nous souhaitons utiliser des cookies et des technologies similaires. C'est vous qui décidez, et vous pouvez changer d'avis à tout moment.",
    acceptAll: 'Tout accepter',
    rejectAll: 'Tout refuser',
    customize: 'Personnaliser',
    save: 'Enregistrer mes choix',
    close: 'Fermer',
    manage: 'Paramètres de confidentialité',
    reloadNotice: 'Rechargez la page pour arrêter ce qui est déjà en cours.',
    requiredBadge: 'Toujours actif',
    gpcHonored: "Demande d'opposition respectée",

    optOutNote:
      'Les cookies facultatifs sont actifs tant que vous ne les désactivez pas. Vous pouvez refuser la vente et le partage de vos données.',
    changedNote: 'Quelque chose a changé depuis votre dernier choix. Veuillez le confirmer.',
    privacyPolicy: 'Politique de confidentialité',
    cookiePolicy: 'Politique relative aux cookies',

    services: 'Services',
    cookies: 'Cookies et stockages similaires',
    consentId: 'Identifiant de consentement',
    decidedOn: 'Décision prise le',
    withdraw: 'Retirer mon consentement',
    reload: 'Recharger la page',

    blocked: 'Ce contenu nécessite votre consentement : {name}',
    allowOnce: 'Autoriser une fois',
    alwaysAllow: 'Toujours autoriser',
  },
};
