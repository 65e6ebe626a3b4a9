import type { Core } from '@strapi/strapi';
import { noteCategoryKeys } from '../catalogue/category-keys';
import { getEvidenceStore } from '../evidence';
import { getVersionsService } from '../versions/service';

/** In bootstrap(), before anybody can change a key: what is published may have been served by a version that noted none. */
export async function noteKeysServedBefore(strapi: Core.Strapi): Promise<void> {
  const { content, versions } = await getVersionsService(strapi).published();
  const served = await getEvidenceStore(strapi).snapshots.ofPolicy(versions.policyVersion);
  if (served.length > 0) await noteCategoryKeys(strapi, content.categories);
}
