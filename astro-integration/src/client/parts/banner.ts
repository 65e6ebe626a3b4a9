import { mountBanner } from '../banner.ts';
import { page } from '../page.ts';

page().parts.banner = mountBanner;
