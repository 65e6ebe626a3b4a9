import { attachAdapters } from '@permesso/consent-core';
import { page } from '../page.ts';

page().parts.adapters = attachAdapters;
