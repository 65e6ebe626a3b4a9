import type { EvidenceStore } from '@permesso/plugin-consent';
import { evidenceContract } from '@permesso/plugin-consent/evidence-contract';
import { releasesInMemory } from './releases-in-memory.ts';

const store = releasesInMemory({ careless: !!process.env.CARELESS }) as EvidenceStore;
evidenceContract(
  () => store,
  () => store,
);
