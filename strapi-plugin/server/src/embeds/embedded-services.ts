import type { Core } from '@strapi/strapi';
import { TRACKER_PRESETS } from '../catalogue/presets';
import { getVersionsService } from '../versions/service';
import type { EmbedAddress } from './entry-embeds';
import type { Judge, Judgement } from './judgement';

/** A service that an entry embeds, as its panel shows it. */
export interface EmbeddedService {
  /** As {@link Judgement} has it; `code`: names no host. */
  state: Judgement['state'] | 'code';
  /** Of the tracker or of the catalogue's entry; the host where nobody knows it. */
  name: string;
  vendor: string | null;
  /** In the administrator's language; null where nobody has said. */
  category: { label: string; required: boolean } | null;
  hosts: string[];
  /** The fields that hold it, by their names in the schema. */
  fields: string[];
  /** The tracker, where there is one. */
  tracker: string | null;
  /** The catalogue's key, where it knows it. */
  preset: string | null;
}

/** The name of a category in one language. */
export type CategoryLabel = (key: string) => string;

export async function categoryLabels(strapi: Core.Strapi, language: string): Promise<CategoryLabel> {
  const { content } = await getVersionsService(strapi).published();
  return (key) => {
    const category = content.categories.find(({ shared }) => shared.key === key);
    return category?.byLocale.get(language)?.label || category?.shared.label || key;
  };
}

/** Who is behind an address, without where it was found. */
export type Service = Omit<EmbeddedService, 'hosts' | 'fields'>;

/** @returns several where trackers fit an address equally well. */
export function servicesOf(address: EmbedAddress, judge: Judge, label: CategoryLabel): Service[] {
  const nobody = { vendor: null, category: null, tracker: null, preset: null };
  if (!address.host) return [{ ...nobody, state: 'code', name: '' }];
  const judgement = judge.of(address);
  switch (judgement.state) {
    case 'unknown':
      return [{ ...nobody, state: 'unknown', name: address.host }];
    case 'known': {
      const { state, preset, namesake } = judgement;
      const { name, vendor = null, category } = TRACKER_PRESETS[preset];
      return [
        {
          state,
          name,
          vendor,
          category: { label: label(category), required: false },
          tracker: namesake?.documentId ?? null,
          preset,
        },
      ];
    }
    default:
      return judgement.trackers.map(({ documentId, name, vendor, category }) => ({
        state: judgement.state,
        name,
        vendor,
        category: category && { label: label(category.key), required: category.required },
        tracker: documentId,
        preset: null,
      }));
  }
}

/** What is not declared first: somebody has to do something about it. */
const ORDER: readonly EmbeddedService['state'][] = ['unknown', 'known', 'off', 'code', 'declared'];

/** Addresses by whom they belong to. */
export class Services {
  readonly #judge: Judge;
  readonly #label: CategoryLabel;
  readonly #found = new Map<string, EmbeddedService>();

  constructor(judge: Judge, label: CategoryLabel) {
    this.#judge = judge;
    this.#label = label;
  }

  add(field: string, address: EmbedAddress): void {
    for (const service of servicesOf(address, this.#judge, this.#label)) {
      const key = JSON.stringify([service.state, service.tracker, service.preset, service.name]);
      const known = this.#found.get(key) ?? { ...service, hosts: [], fields: [] };
      this.#found.set(key, known);
      if (address.host && !known.hosts.includes(address.host)) known.hosts.push(address.host);
      if (!known.fields.includes(field)) known.fields.push(field);
    }
  }

  get all(): EmbeddedService[] {
    return [...this.#found.values()].sort(
      (one, other) => ORDER.indexOf(one.state) - ORDER.indexOf(other.state),
    );
  }
}
