import type { Language } from './texts.ts';

export const pt: Language = {
  interface: {
    title: 'A sua privacidade',
    description:
      'Gostaríamos de usar cookies e tecnologias semelhantes. A decisão é sua e pode mudar de ideias a qualquer momento.',
    acceptAll: 'Aceitar tudo',
    rejectAll: 'Rejeitar tudo',
    customize: 'Personalizar',
    save: 'Guardar escolhas',
    close: 'Fechar',
    manage: 'Definições de privacidade',
    reloadNotice: 'Recarregue a página para parar o que já está em execução.',
    requiredBadge: 'Sempre ativo',
    gpcHonored: 'Pedido de oposição respeitado',

    optOutNote:
      'Os cookies opcionais estão ativos até os desativar. Pode recusar a venda e a partilha dos seus dados.',
    changedNote: 'Algo mudou desde a sua última escolha. Por favor, confirme-a.',
    privacyPolicy: 'Política de privacidade',
    cookiePolicy: 'Política de cookies',

    services: 'Serviços',
    cookies: 'Cookies e armazenamento semelhante',
    consentId: 'ID do consentimento',
    decidedOn: 'Decidido em',
    withdraw: 'Retirar o consentimento',
    reload: 'Recarregar a página',

    blocked: 'Este conteúdo precisa do seu consentimento: {name}',
    allowOnce: 'Permitir uma vez',
    alwaysAllow: 'Permitir sempre',
  },
};
