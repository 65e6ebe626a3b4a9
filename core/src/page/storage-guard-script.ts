/** Stands in the head behind the script that judges, where a site wants it: before any other script of the page. */
import { guardStorage } from './storage-guard.ts';

guardStorage(JSON.parse(document.currentScript!.dataset.consentNecessary!));
