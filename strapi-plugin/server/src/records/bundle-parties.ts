import type { ProcessorEntry } from '@permesso/consent-core';
import type { Core } from '@strapi/strapi';
import type { BundleParty } from '../evidence/seal';
import { getPluginOptions } from '../options';
import { getProcessorsService } from '../processors/service';
import { getVersionsService } from '../versions/service';

/**
 * Who a bundle names beside the visitor: the controller, by the name in the settings, else as the option `seed.company` has
 * it, whose address and e-mail stand there where it is that company, and those who receive data, as the register has them today.
 *
 * @param origin of the log: where nobody has named the company, its website stands for it.
 */
export async function bundleParties(strapi: Core.Strapi, origin: string): Promise<BundleParty[]> {
  const processors = await getProcessorsService(strapi).entries();
  const active = processors.filter(
    ({ status, showInPrivacyPolicy }) => status === 'active' && showInPrivacyPolicy,
  );
  return [await controller(strapi, origin), ...active.map(recipient)];
}

async function controller(strapi: Core.Strapi, origin: string): Promise<BundleParty> {
  const { content } = await getVersionsService(strapi).published();
  const { seed } = getPluginOptions(strapi);
  const company = seed === false ? undefined : seed.company;
  const [website = origin] = origin.split('/');
  const party_name = content.settings?.shared.controllerName || company?.legalName || website;
  const party = { party_id: website, party_name, party_role: 'controller' };
  // Editors may have named another one since.
  return company && [company.legalName, company.name].includes(party_name)
    ? { ...party, party_address: company.address, party_contact: company.email }
    : party;
}

/** In a bundle a role that ends in `controller` is one of the website's own. */
function recipient({ id, name, legalName, role, country }: ProcessorEntry): BundleParty {
  const party_role =
    role === 'independent-controller' ? 'recipient (independent controller, third party)' : role;
  return { party_id: id, party_name: legalName ?? name, party_role, party_address: country };
}
