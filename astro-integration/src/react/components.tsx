import {
  type ConsentConfig,
  type ConsentCookieV1,
  type ConsentExpr,
  consentModeDefaultScript,
} from '@permesso/consent-core';
import type { ButtonHTMLAttributes, MouseEvent, ReactNode } from 'react';
import { useConsent, useConsentContext, useHasConsent } from './hooks.ts';

export interface ConsentGateProps {
  /** A category, or an expression of categories and services. */
  category?: ConsentExpr;
  /** In place of a category one service, by its key. Where visitors decide on categories, it is granted with its own. */
  service?: string;
  /** What stands in place of the children while they are not granted. */
  fallback?: ReactNode;
  children?: ReactNode;
}

const NEVER: ConsentExpr = { or: [] };

/**
 * Renders its children only while the category, or the service, is granted; adds no element of its own. On the server and until the
 * provider is mounted it is closed, whatever `initialCookie` says: the page may be older than the cookie, and what React
 * writes into HTML is live.
 */
export function ConsentGate({ category, service, fallback = null, children }: ConsentGateProps) {
  const isJudgedHere = useConsentContext() !== null;
  // Where neither is named nothing is ever granted.
  const isGranted = useHasConsent(service ?? category ?? NEVER);
  return <>{isJudgedHere && isGranted ? children : fallback}</>;
}

export interface ConsentModeScriptProps {
  config: ConsentConfig;
  /** The consent cookie: its raw value, or decoded. */
  cookie?: string | ConsentCookieV1 | null;
  /** Global Privacy Control; when left out, the script asks the browser. */
  gpc?: boolean;
  nonce?: string;
}

/** The Consent Mode defaults as an inline script, for the document's head; nothing while Consent Mode is off. */
export function ConsentModeScript({ config, cookie, gpc, nonce }: ConsentModeScriptProps) {
  const script = consentModeDefaultScript(config, cookie, { gpc });
  if (!script) return null;
  // Browsers hide the nonce from scripts, so hydration finds another one than the server wrote.
  return (
    <script
      data-consent-mode=""
      nonce={nonce}
      suppressHydrationWarning
      // biome-ignore lint/security/noDangerouslySetInnerHtml: the core writes it, with everything in it escaped.
      dangerouslySetInnerHTML={{ __html: script }}
    />
  );
}

export type ManageConsentButtonProps = ButtonHTMLAttributes<HTMLButtonElement>;

/** Opens the preferences again. Its text is the CMS's unless it has children. */
export function ManageConsentButton({ children, onClick, ...attributes }: ManageConsentButtonProps) {
  const { config, open } = useConsent();
  const click = (event: MouseEvent<HTMLButtonElement>) => {
    onClick?.(event);
    // The page's runtime takes the click while capturing, where there is one.
    if (!event.defaultPrevented) open('preferences');
  };
  return (
    <button type="button" {...attributes} data-consent-manage="" onClick={click}>
      {children ?? (config?.banner.labels.manage || 'Privacy settings')}
    </button>
  );
}
