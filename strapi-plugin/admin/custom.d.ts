declare module '@strapi/design-system/*';
