import type { ConsentJudgement, ConsentStore, PagePayload } from '@permesso/consent-core';
import type { Parts } from './client/parts.ts';

/** A page that speculation rules have the browser prepare, before anybody sees it; not every browser knows it. */
export interface PrerenderingDocument extends Document {
  prerendering?: boolean;
}

/** What the head snippet leaves for the runtime; absent where nothing could be judged: then nothing is granted. */
export interface PageFacts {
  payload: PagePayload;
  judged: ConsentJudgement;
  gpc: boolean;
  /** By what is judged at the moment of the question. */
  has(key: string): boolean;
}

/** The page's one truth about grants, whatever bundle asks for it: without a store it is what the head judged. */
export interface Page {
  facts: PageFacts | undefined;
  store: ConsentStore | null;
  listeners: Set<() => void>;
  /** The parts of the runtime that this page has loaded, and where the others are. */
  parts: Partial<Parts>;
  urls: Partial<Record<keyof Parts, string>>;
}
