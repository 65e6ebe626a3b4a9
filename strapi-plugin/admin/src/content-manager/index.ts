import type { DocumentActionComponent, PanelComponent } from '@strapi/content-manager/strapi-admin';
import type { StrapiApp } from '@strapi/strapi/admin';
import { PLUGIN } from '../../../server/src/uids';
import { BasisPanel } from './assessment-panel';
import { CatalogueLink } from './catalogue-link';
import { EmbedsPanel } from './embeds-panel';
import { KeptEdits } from './kept-edits';
import { ReconsentPanel } from './reconsent-panel';
import { noteSaves, SeenState } from './seen-state';
import { TrackerPanel } from './tracker-panel';
import { UnsavedInDialog, UnsavedPanel } from './unsaved-panel';
import { VerificationPanel } from './verification-panel';
import { WaitingPanel } from './waiting-panel';

interface ContentManagerApis {
  addDocumentAction(actions: DocumentActionComponent[]): void;
  addEditViewSidePanel(panels: PanelComponent[]): void;
}

/** What the plugin adds to the content manager: panels beside its documents, and the way to its catalogues. */
export function extendContentManager(app: StrapiApp): void {
  const contentManager = app.getPlugin('content-manager');
  const { addDocumentAction, addEditViewSidePanel } = contentManager.apis as unknown as ContentManagerApis;
  noteSaves();
  addDocumentAction([SeenState, KeptEdits, UnsavedInDialog]);
  addEditViewSidePanel([
    UnsavedPanel,
    WaitingPanel,
    EmbedsPanel,
    TrackerPanel,
    VerificationPanel,
    BasisPanel,
    ReconsentPanel,
  ]);
  contentManager.injectComponent('listView', 'actions', {
    name: `${PLUGIN}-catalogue`,
    Component: CatalogueLink,
  });
}
