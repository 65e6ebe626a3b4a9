import urls from 'virtual:consent/parts';
import { page } from './page.ts';

/** Where the parts of the runtime are, for whatever bundle of this page asks first. */
page().urls = urls;
