import type { Language } from './texts.ts';

export const cs: Language = {
  interface: {
    title: 'Vaše soukromí',
    description:
      'Rádi bychom používali cookies a podobné technologie. Rozhodnutí je na vás a můžete ho kdykoli změnit.',
    acceptAll: 'Přijmout vše',
    rejectAll: 'Odmítnout vše',
    customize: 'Přizpůsobit',
    save: 'Uložit volby',
    close: 'Zavřít',
    manage: 'Nastavení soukromí',
    reloadNotice: 'Načtěte stránku znovu, aby se zastavilo to, co už běží.',
    requiredBadge: 'Vždy aktivní',
    gpcHonored: 'Námitka byla zohledněna',

    optOutNote:
      'Volitelné cookies jsou zapnuté, dokud je nevypnete. Prodej a sdílení svých údajů můžete odmítnout.',
    changedNote: 'Od vaší poslední volby se něco změnilo. Potvrďte ji prosím.',
    privacyPolicy: 'Zásady ochrany osobních údajů',
    cookiePolicy: 'Zásady používání cookies',

    services: 'Služby',
    cookies: 'Cookies a podobná úložiště',
    consentId: 'ID souhlasu',
    decidedOn: 'Rozhodnuto dne',
    withdraw: 'Odvolat souhlas',
    reload: 'Načíst stránku znovu',

    blocked: 'Tento obsah vyžaduje váš souhlas: {name}',
    allowOnce: 'Povolit jednou',
    alwaysAllow: 'Povolit vždy',
  },
};
