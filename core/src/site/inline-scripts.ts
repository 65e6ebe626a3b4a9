/*
 * The scripts that stand inline in pages, as text: the same bytes on every page, so that one hash in a
 * Content-Security-Policy covers them all. From the page's room the site takes files, and no modules.
 */
import bannerRoom from '../page/banner-script.ts?script';
import earlyRequest from '../page/early-request-script.ts?script';
import gateOpener from '../page/gate-opener.ts?script';
import gppStub from '../page/gpp-stub-script.ts?script';
import headText from '../page/head-script.ts?script';
import storageGuard from '../page/storage-guard-script.ts?script';
import tcfStub from '../page/tcf-stub-script.ts?script';

/** First in `<head>`, behind the facts of the page as inert JSON: judges the cookie before anything else runs, and loads what the page needs. */
export const headSnippet: string = headText;

/** Stands before the first gate that the server sent open: opens gates as the page is read, by the cookie of then. */
export const gateOpenerScript: string = gateOpener;

/** Stands in `<head>` behind the first in pages that are the same for all: asks for their visitor while they are read. */
export const earlyRequestScript: string = earlyRequest;

/** Stands in `<head>` behind the first, where a site has its pages guard what trackers declare (`consentCookies.page`). */
export const storageGuardScript: string = storageGuard;

/** Stands in `<head>` behind the first where a site speaks IAB's Global Privacy Platform, before any script that may ask it. */
export const gppStubScript: string = gppStub;

/** Stands in `<head>` behind the first where a site takes part in IAB's Transparency and Consent Framework. */
export const tcfStubScript: string = tcfStub;

/** Stands in the banner, at its end. */
export const bannerRoomScript: string = bannerRoom;
