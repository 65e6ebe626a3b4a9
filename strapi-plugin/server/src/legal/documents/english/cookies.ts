import { type DocumentFacts, FROM_SETTINGS, type RecordingTerms } from '../facts';

/** What a record says of where its visitor was, and of the browser's own word. */
export const PLACE_AND_SIGNAL =
  'your country and region, whether your browser sent the Global Privacy Control signal';

/** What is kept of a choice, and for how long. */
export function proof({ recording, userAgent, networks }: RecordingTerms, place = PLACE_AND_SIGNAL): string {
  if (recording === 'none') {
    return 'Your choice is kept in a cookie of your browser and nowhere else. The privacy settings show you when you made it.';
  }
  const browser = userAgent ? ', the name of your browser' : '';
  const account =
    recording === 'linked' ? ' If you are signed in, the record is linked to your account.' : '';
  const network = networks
    ? ' For seven days we keep beside it a hash of the network that you come from, to find forged records (Art. 6(1)(f) GDPR).'
    : '';
  return `To be able to prove your choice (Art. 7(1) GDPR) we record it with a random number, the time, ${place}, your language${browser} and the version of the texts that you saw, without your IP address.${account}${network} We keep the record for ${FROM_SETTINGS.retentionMonths} months. The privacy settings show you the random number; with it you can ask about your record.`;
}

/** What the ePrivacy Directive Art. 5(3) and GDPR Art. 13 ask for about cookies. */
export const cookiePolicy = (facts: DocumentFacts): string => `
This page says which cookies and similar technologies ${facts.name} uses on ${facts.url}, what for, and for how long.

## What cookies are

A cookie is a small text that a website keeps in your browser. Websites can also keep data in the local and session storage of your browser. In this policy "cookie" means all of them. Some are set by us, others by the providers named below.

## Your choice

Necessary cookies are used without asking, because the website would not work without them. All others are used only where you allowed it, or where the law of your country lets us use them until you object; nothing of a category that you refused is loaded.

- You choose when the notice is first shown. Refusing is as easy as accepting, and nothing is ticked in advance where your consent is needed.
- You may change your mind at any time under "Privacy settings" on every page. We then delete the cookies of what you switched off, as far as the browser lets us.
- Where the law of your country lets you opt out, your browser may do so for you by the Global Privacy Control signal. We follow it.
- You may also delete cookies in the settings of your browser.

We ask again when the purposes, the providers or this policy change in substance, and when your choice has grown old. Withdrawing your consent does not affect what happened before.

## The cookies, by category

{{cookie-table group=category}}

The providers' own policies are linked in the table. Where they process data and what protects it outside the European Economic Area is said in our privacy policy.

## Legal basis

Necessary cookies: our legitimate interest in a working website (Art. 6(1)(f) GDPR) and the exception for what is strictly necessary (Art. 5(3) of the ePrivacy Directive). All others: your consent (Art. 5(3) of the ePrivacy Directive, Art. 6(1)(a) GDPR), where the law of your country asks for it.

## Proof of your choice

${proof(facts)}

## Contact

${facts.legalName}, ${facts.address}, ${facts.email}. Our privacy policy says which rights you have.

{{policy-version}}
`;
