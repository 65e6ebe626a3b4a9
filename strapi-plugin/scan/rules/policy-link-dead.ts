import type { Rule } from './rule';

export const policyLinkDead: Rule = {
  number: 'C405',
  name: 'policy-link-dead',
  expects: 'What the banner links to can be read.',
  law: 'GDPR, Art. 12(1) and 13: easily accessible',
  severity: 'serious',
  find({ banner }) {
    const dead = (banner?.links ?? []).filter(
      ({ status, failure }) => failure !== null || (status ?? 200) >= 400,
    );
    return dead.map(({ address, text, status, failure }) => ({
      subject: { kind: 'link', name: address, host: null },
      message: `"${text}" of the banner leads nowhere: ${status ?? failure}`,
      evidence: [{ visit: 'banner', page: banner?.page ?? '', seen: `${address}: ${status ?? failure}` }],
    }));
  },
};
