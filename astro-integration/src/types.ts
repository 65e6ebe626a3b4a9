/** Types that every project with the integration gets: `Astro.locals.consent` and `client:consent`. */
export const injectedTypes = `declare namespace App {
  interface Locals {
    /** What this page's visitor has granted, and what the page shows. */
    consent: import('@permesso/consent-astro/server').ConsentLocals;
  }
}

declare namespace Astro {
  interface ClientDirectives {
    /** Hydrates once this category, or this expression of categories, is granted. */
    'client:consent'?: import('@permesso/consent-astro/server').ConsentExpr;
  }
}
`;
