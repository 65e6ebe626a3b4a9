import type { Core } from '@strapi/strapi';

/** A picture of the media library, as far as it is published. */
export interface Picture {
  url: string;
  /** In pixels; null where the library does not know it. */
  width: number | null;
  height: number | null;
}

/** What is read of a picture's file. */
export const PICTURE_FIELDS = { select: ['url', 'width', 'height'] };

/** A tracker's row with its picture and nothing else of the file: ids are of one database. */
export const withPicture = <Row extends object>(row: Row): Row =>
  'poster' in row ? { ...row, poster: pictureOf(row.poster as Picture | null) } : row;

const pictureOf = (file: Picture | null): Picture | null =>
  file && { url: file.url, width: file.width, height: file.height };

/** The id of a picture's file in this media library, which is known again by its address; null where it is there no more. */
export async function pictureId(strapi: Core.Strapi, picture: Picture | null): Promise<number | null> {
  if (!picture) return null;
  const file: { id: number } | null = await strapi.db
    .query('plugin::upload.file')
    .findOne({ where: { url: picture.url }, select: ['id'] });
  return file?.id ?? null;
}
