import type { Locator } from 'playwright-core';
import type { BannerFacts } from '../observe/observations';

/** A banner that is in view. What decides answers with the clicks that it took, or null where there is no way. */
export interface Banner {
  foundBy: BannerFacts['foundBy'];
  /** The consent manager, as far as it is known. */
  manager: string;
  /** All of it; null where only its buttons are known. */
  container: Locator | null;
  acceptButton: Locator | null;
  refuseButton: Locator | null;
  accept(): Promise<number | null>;
  refuse(): Promise<number | null>;
  /** Grants one category with its services, or some services, alone; missing where nobody knows how. */
  grantOnly?(category: string | null, services: readonly string[]): Promise<number | null>;
  /** Opens the settings, so that one can see what is ticked. */
  openPreferences?(): Promise<Locator | null>;
}
