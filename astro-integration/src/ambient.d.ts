declare module 'virtual:consent/site' {
  const site: import('./setup.ts').SiteOptions;
  export default site;
}
declare module 'virtual:consent/baked' {
  const baked: Record<string, import('@permesso/consent-core').ConsentConfig>;
  export default baked;
}
declare module 'virtual:consent/asked' {
  const asked: import('@permesso/consent-core/site').ConfigModule | null;
  export default asked;
}
declare module 'astro:middleware' {
  export { defineMiddleware } from 'astro/middleware';
}
declare module 'astro:env/server' {
  export function getSecret(key: string): string | undefined;
}
declare namespace App {
  interface Locals {
    consent: import('@permesso/consent-core/site').VisitState;
  }
}
declare module '*.css';
declare module '*.css?inline' {
  /** The stylesheet's text, minified. */
  const css: string;
  export default css;
}
