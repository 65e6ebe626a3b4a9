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
