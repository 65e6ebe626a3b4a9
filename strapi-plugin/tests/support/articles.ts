import type { Core } from '@strapi/strapi';

/** A content type with rich text of every kind, in languages and with drafts; a single type beside it. */
export const ARTICLE = 'api::article.article';
export const HOME = 'api::home.home';

const localized = { pluginOptions: { i18n: { localized: true } } };

export const ARTICLE_SCHEMAS = {
  'src/api/article/content-types/article/schema.json': {
    kind: 'collectionType',
    collectionName: 'articles',
    info: { singularName: 'article', pluralName: 'articles', displayName: 'Article' },
    options: { draftAndPublish: true },
    ...localized,
    attributes: {
      title: { type: 'string', ...localized },
      summary: { type: 'text', ...localized },
      body: { type: 'richtext', ...localized },
      html: { type: 'customField', customField: 'global::CKEditor', ...localized },
      blocks: { type: 'blocks', ...localized },
      aside: { type: 'component', component: 'parts.aside', ...localized },
      sections: { type: 'dynamiczone', components: ['parts.text', 'parts.aside'], ...localized },
    },
  },
  'src/api/home/content-types/home/schema.json': {
    kind: 'singleType',
    collectionName: 'homes',
    info: { singularName: 'home', pluralName: 'homes', displayName: 'Home' },
    options: { draftAndPublish: false },
    attributes: { body: { type: 'richtext' } },
  },
  'src/components/parts/text.json': {
    collectionName: 'components_parts_texts',
    info: { displayName: 'Text' },
    attributes: { text: { type: 'richtext' } },
  },
  'src/components/parts/aside.json': {
    collectionName: 'components_parts_asides',
    info: { displayName: 'Aside' },
    attributes: {
      heading: { type: 'string' },
      texts: { type: 'component', component: 'parts.text', repeatable: true },
    },
  },
};

export interface Written {
  documentId?: string;
  locale?: string;
  status?: 'draft' | 'published';
}

/** Writes an article, new or not, and publishes it unless it is to stay a draft. */
export async function writeArticle(
  { documents }: Core.Strapi,
  data: Record<string, unknown>,
  { documentId, locale = 'en', status = 'published' }: Written = {},
): Promise<string> {
  const articles = documents(ARTICLE as never);
  const given = { data, locale, status } as never;
  const written = (await (documentId
    ? articles.update({ documentId, ...(given as object) } as never)
    : articles.create(given))) as unknown as { documentId: string };
  return written.documentId;
}

export const frame = (address: string): string => `<iframe src="https://${address}"></iframe>`;

/** Blocks as Strapi's editor writes them, with one picture. */
export const pictureBlocks = (url: string) => [
  { type: 'paragraph', children: [{ type: 'text', text: 'One' }] },
  {
    type: 'image',
    image: {
      name: 'x.png',
      url,
      hash: 'x',
      ext: '.png',
      mime: 'image/png',
      width: 10,
      height: 10,
      size: 1,
      provider: 'local',
      createdAt: '2026-01-01T00:00:00.000Z',
      updatedAt: '2026-01-01T00:00:00.000Z',
    },
    children: [{ type: 'text', text: '' }],
  },
];
