import type { Language } from './texts.ts';

export const ptBr: Language = {
  interface: {
    title: 'Sua privacidade',
    description:
      'Gostaríamos de usar cookies e tecnologias semelhantes. A decisão é sua, e você pode mudar de ideia a qualquer momento.',
    acceptAll: 'Aceitar tudo',
    rejectAll: 'Rejeitar tudo',
    customize: 'Personalizar',
    save: 'Salvar escolhas',
    close: 'Fechar',
    manage: 'Configurações de privacidade',
    reloadNotice: 'Recarregue a página para interromper o que já está em execução.',
    requiredBadge: 'Sempre ativo',
    gpcHonored: 'Solicitação de opt-out atendida',

    optOutNote:
      'Os cookies opcionais ficam ativos até você desativá-los. Você pode recusar a venda e o compartilhamento dos seus dados.',
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
