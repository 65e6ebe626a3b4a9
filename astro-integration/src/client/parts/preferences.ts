import { page } from '../page.ts';
import { openPreferences } from '../preferences.ts';

page().parts.preferences = openPreferences;
