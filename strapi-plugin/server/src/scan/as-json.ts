/** What JSON makes of an object's moments. */
export type AsJson<T> = {
  [Name in keyof T]: Extract<T[Name], Date> extends never ? T[Name] : Exclude<T[Name], Date> | string;
};

/** As JSON makes it anyway, so that the types say so. */
export const asJson = <T extends object>(value: T): AsJson<T> =>
  Object.fromEntries(
    Object.entries(value).map(([name, one]) => [name, one instanceof Date ? one.toISOString() : one]),
  ) as AsJson<T>;
