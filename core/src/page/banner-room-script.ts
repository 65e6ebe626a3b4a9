/**
 * Stands behind the banner, so that the room at the end of the page is right from the first paint on: the rest of the page may
 * still be on its way.
 */
import { keepBannerRoom } from './banner-room.ts';

keepBannerRoom();
