/**
 * What all content types of the plugin have in common. They never appear in the Content-Type Builder: an edit
 * there would shadow the plugin's own attributes for ever.
 */

/** A text or value that each locale has for itself. */
export const localized = { pluginOptions: { i18n: { localized: true } } } as const;

/** Kept out of the Content-Type Builder; texts localized through the i18n plugin. */
export const edited = {
  'content-type-builder': { visible: false },
  i18n: { localized: true },
} as const;

/** The same for what has a page of its own, with its own permissions, and so no place in the content manager. */
export const editedOnOwnPage = { ...edited, 'content-manager': { visible: false } } as const;

/** Kept out of the Content-Type Builder and of the content manager: written by the plugin alone. */
export const internal = {
  'content-type-builder': { visible: false },
  'content-manager': { visible: false },
} as const;
