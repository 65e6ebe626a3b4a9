/** What a Strapi in a process of its own loads: the plugin, and what tests ask of it directly. */
export { default } from '../../server/src/index';
export { purgeExpiredRecords } from '../../server/src/records';
