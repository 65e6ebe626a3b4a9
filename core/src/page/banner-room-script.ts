/**
 * Stands behind the banner, so that the room at the end of the page is right from the first paint on, also where the runtime
 * comes late.
 */
import { keepBannerRoom } from './banner-room.ts';

keepBannerRoom();
