import { subprocessorsFeedRoute } from '@permesso/consent-astro/feed';

export const GET = subprocessorsFeedRoute({ author: 'Priel Wattfahrten GmbH' });
