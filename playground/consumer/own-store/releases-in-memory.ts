import { createHash, randomUUID } from 'node:crypto';
import type { EvidenceStore } from '@permesso/plugin-consent';

type Releases = EvidenceStore['releases'];
type Release = NonNullable<Awaited<ReturnType<Releases['latest']>>>;
type Plan = NonNullable<Awaited<ReturnType<Releases['plan']>>>;
type Content = Awaited<ReturnType<Releases['content']>>;
type Entry = Parameters<EvidenceStore['audit']['add']>[0][number];

const sorted = (_key: string, part: unknown): unknown =>
  part && typeof part === 'object' && !Array.isArray(part)
    ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
    : part;

const hashOf = (content: unknown): string =>
  createHash('sha256').update(JSON.stringify(content, sorted)).digest('hex');

/**
 * What somebody begins with who writes a store: it keeps releases, and entries of the trail by what they are about.
 *
 * @param careless: it adds a release without a look at which one it follows.
 */
export function releasesInMemory({ careless = false } = {}): Pick<EvidenceStore, 'releases' | 'audit'> {
  const all: Release[] = [];
  const contents = new Map<string, Content>();
  const entries: Entry[] = [];
  let plan: Plan | null = null;
  const keep = (content: Content): string => {
    const hash = hashOf(content);
    contents.set(hash, content);
    return hash;
  };
  const newest = () => all.toReversed();
  const releases: Releases = {
    async add({ content, ...release }, step) {
      if (!careless && (step.after !== all.length || (step.plan && step.plan !== plan?.id))) return null;
      const added = { ...release, number: all.length + 1, hash: keep(content) };
      all.push(added);
      entries.push(...step.entries);
      if (step.plan) plan = null;
      return added;
    },
    latest: async () => all.at(-1) ?? null,
    byNumber: async (number) => all[number - 1] ?? null,
    page: async ({ before, limit }) =>
      newest()
        .filter(({ number }) => before === null || number < before)
        .slice(0, limit),
    async between({ from, to, limit }) {
      const inForce = newest().find(({ at }) => at < from);
      const within = newest().filter(({ at }) => at >= from && at < to);
      return [...within, ...(inForce ? [inForce] : [])].slice(0, limit);
    },
    ofPolicies: async (policies) =>
      newest().filter(({ versions }) => policies.includes(versions.policyVersion)),
    lastAsking: async (before) =>
      newest().find(({ number, asks }) => number < before && asks.length > 0) ?? null,
    async content(hash) {
      const content = contents.get(hash);
      if (!content) throw new Error(`there is no release of the content ${hash}`);
      return content;
    },
    async note(number, note, written) {
      const release = all[number - 1];
      if (!release) return false;
      all[number - 1] = { ...release, note };
      entries.push(...written);
      return true;
    },
    plan: async () => plan,
    async makePlan({ content, ...made }, written) {
      if (plan) return null;
      plan = { ...made, id: randomUUID(), hash: keep(content), approver: null, failure: null };
      entries.push(...written);
      return plan;
    },
    async changePlan(id, change, written) {
      if (plan?.id !== id) return false;
      plan = change === 'withdrawn' ? null : { ...plan, ...change };
      entries.push(...written);
      return true;
    },
  };
  const audit: EvidenceStore['audit'] = {
    add: async (added) => void entries.push(...added),
    page: async ({ subject }, { limit }) => ({
      entries: entries
        .filter((entry) => entry.subject.id === subject)
        .map((entry, index) => ({ ...entry, id: String(index) }))
        .slice(0, limit),
      next: null,
    }),
    byId: async () => null,
  };
  return { releases, audit };
}
