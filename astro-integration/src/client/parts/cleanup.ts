import { attachCleanup } from '@permesso/consent-core';
import { page } from '../page.ts';

page().parts.cleanup = attachCleanup;
