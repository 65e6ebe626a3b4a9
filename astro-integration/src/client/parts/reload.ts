import { page } from '../page.ts';
import { offerReload } from '../reload.ts';

page().parts.reload = offerReload;
