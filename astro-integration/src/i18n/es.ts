import type { Language } from './texts.ts';

export const es: Language = {
  interface: {
    title: 'Su privacidad',
    description:
      'Nos gustaría usar cookies y tecnologías similares. Usted decide y puede cambiar de opinión en cualquier momento.',
    acceptAll: 'Aceptar todo',
    rejectAll: 'Rechazar todo',
    customize: 'Personalizar',
    save: 'Guardar selección',
    close: 'Cerrar',
    manage: 'Configuración de privacidad',
    reloadNotice: 'Recargue la página para detener lo que ya está en marcha.',
    requiredBadge: 'Siempre activo',
    gpcHonored: 'Solicitud de exclusión respetada',

    optOutNote:
      'Las cookies opcionales están activas hasta que las desactive. Puede rechazar la venta y el intercambio de sus datos.',
    changedNote: 'Algo ha cambiado desde su última elección. Confírmela, por favor.',
    privacyPolicy: 'Política de privacidad',
    cookiePolicy: 'Política de cookies',

    services: 'Servicios',
    cookies: 'Cookies y almacenamiento similar',
    consentId: 'ID de consentimiento',
    decidedOn: 'Decidido el',
    withdraw: 'Retirar el consentimiento',
    reload: 'Recargar la página',

    blocked: 'Este contenido necesita su consentimiento: {name}',
    allowOnce: 'Permitir una vez',
    alwaysAllow: 'Permitir siempre',
  },
};
