import { beforeAll, expect, it } from 'vitest';
import { UIDS } from '../server/src/uids';
import { onSqlite } from './support/app';
import { addLegalPage, addLocale, edit } from './support/content';

/** What Strapi's paid features ask of content, read in 5.54.0 of @strapi/content-releases and @strapi/review-workflows. */
onSqlite("legal pages in Strapi's own Releases and Review Workflows", {}, (app) => {
  let page: string;

  beforeAll(async () => {
    const { strapi } = app();
    await addLocale(strapi, 'de');
    page = await addLegalPage(strapi, { slug: 'privacy', kind: 'privacy', content: 'In English' });
    await edit(strapi, UIDS.legalPage, page, { title: 'Datenschutz', content: 'Auf Deutsch' }, 'de');
  });

  const served = async (locale: string) =>
    (await app().http.get(`/api/consent/legal/privacy?locale=${locale}`)).body.content?.[0]?.html;

  it('are of a type that Releases takes: a collection with drafts', () => {
    const { kind, options } = app().strapi.contentType(UIDS.legalPage);
    expect([kind, options?.draftAndPublish]).toEqual(['collectionType', true]);
  });

  it('are of a type that Review Workflows takes: in the content manager, and open to a stage of its own', () => {
    const { pluginOptions, options, attributes } = app().strapi.contentType(UIDS.legalPage);
    expect(pluginOptions).not.toHaveProperty('content-manager.visible', false);
    expect(options).not.toHaveProperty('noStageAttribute');
    expect(Object.keys(attributes)).not.toEqual(expect.arrayContaining(['strapi_stage']));
    expect(Object.keys(attributes)).not.toEqual(expect.arrayContaining(['strapi_assignee']));
    expect(Object.isExtensible(attributes)).toBe(true);
  });

  it('are served once they are published the way a release of Strapi does it, language by language', async () => {
    const { strapi } = app();
    const pages = strapi.documents(UIDS.legalPage);
    await strapi.db.transaction(async () => {
      await pages.publish({ documentId: page, locale: 'en' });
      await pages.publish({ documentId: page, locale: 'de' });
    });
    expect(await served('en')).toContain('In English');
    expect(await served('de')).toContain('Auf Deutsch');
    await strapi.db.transaction(async () => {
      await pages.unpublish({ documentId: page, locale: 'en' });
      await pages.unpublish({ documentId: page, locale: 'de' });
    });
    expect(await served('en')).toBeUndefined();
  });
});
