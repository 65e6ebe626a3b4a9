/** Types that every project with the integration gets: `Astro.locals.consent`, `client:consent`, `consentchange`. */
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

interface WindowEventMap {
  /** A decision, on \`window\`. */
  consentchange: CustomEvent<{
    decisions: import('@permesso/consent-astro/server').ConsentState['decisions'];
    previous: import('@permesso/consent-astro/server').ConsentState['decisions'];
    source: import('@permesso/consent-astro/server').ConsentState['source'];
  }>;
}
`;
