import type {
  CategoryBases,
  ConsentDecisions,
  ConsentModel,
  ConsentSource,
  ConsentVersions,
  DeviceClass,
} from '@permesso/consent-core';

import type { NetworkTag } from './quarantine';

/** A record as it is about to be stored. The store gives it its id, whose time is `createdAt`. */
export interface NewRecord extends ConsentVersions {
  consentId: string;
  /** The consent that a withdrawal ends (C9). */
  replaces: string | null;
  decisions: ConsentDecisions;
  /** Services that were decided on otherwise than their category, or refused by name; left out where there are none. */
  services?: ConsentDecisions;
  /** What categories rested on under opt-in where that was not consent, by their keys; left out where all rested on it. */
  bases?: CategoryBases;
  /**
   * What vendors of advertising were told by the decision (IAB Europe, TCF), by the word of the page; left out where it said nothing, and where
   * the add-on is off.
   */
  tcString?: string;
  source: ConsentSource;
  model: ConsentModel;
  country: string | null;
  /** ISO 3166-2, as `US-CA`. */
  region: string | null;
  gpc: boolean;
  locale: string | null;
  /** Hash of the snapshot: what the visitor was shown (G2). */
  snapshot: string | null;
  /** Hash of the document that shows how the choice was presented, where the site's server said so. It may still be on its way. */
  presentation: string | null;
  /** Who vouches for country, region and model: the site's server, or nobody but whoever sent the request. */
  vouchedBy: 'site' | null;
  decidedAt: Date;
  expiresAt: Date;
  userAgentFamily: string | null;
  /** It is counted, and not kept with the record. */
  device: DeviceClass;
  /** Document id of the signed-in user; `linked` mode only. */
  user: string | null;
  /**
   * The same for a decision that is sent again (K), as 64 hex digits. Null where the page said no time: such a request
   * is always a record of its own.
   */
  fingerprint: string | null;
  /** From which networks it came, the narrowest first; kept beside it for days alone, and empty where that is not noted. */
  networks: readonly NetworkTag[];
  /** By the server's clock. */
  createdAt: Date;
}

/** A stored record as the plugin's own endpoints show it. Moments are ISO 8601 in UTC. */
export interface ConsentRecord {
  id: string;
  consentId: string;
  replaces: string | null;
  decisions: ConsentDecisions;
  grantedCategories: string[];
  /** Services that were decided on otherwise than their category, or refused by name; left out where there are none. */
  services?: ConsentDecisions;
  /** What categories rested on under opt-in where that was not consent, by their keys; left out where all rested on it. */
  bases?: CategoryBases;
  /** What vendors of advertising were told by the decision (IAB Europe, TCF), by the word of the page; left out where it said nothing. */
  tcString?: string;
  source: ConsentSource;
  model: ConsentModel;
  country: string | null;
  region: string | null;
  gpc: boolean;
  locale: string | null;
  versions: ConsentVersions;
  /** Hash of the snapshot that shows what the visitor saw. */
  snapshot: string | null;
  /** Hash of the document that shows how the choice was presented; null where nobody who can be trusted said so. */
  presentation: string | null;
  /** `site`: country, region and model come from the site's server, which signed them. Null: from whoever sent the request. */
  vouchedBy: 'site' | null;
  decidedAt: string;
  expiresAt: string;
  userAgentFamily: string | null;
  /** Document id of the user; `linked` mode only. */
  user: string | null;
  createdAt: string;
  /** Id of the quarantine that has set it apart. No part of what was sealed. */
  quarantine: string | null;
}

/** The categories that were granted, in the order of the decisions. */
export const grantedOf = (decisions: ConsentDecisions): string[] =>
  Object.keys(decisions).filter((key) => decisions[key]);
