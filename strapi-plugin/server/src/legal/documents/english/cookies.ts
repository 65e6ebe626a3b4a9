import type { DocumentFacts } from '../facts';

/** What the ePrivacy Directive Art. 5(3) and GDPR Art. 13 ask for about cookies. */
export const cookiePolicy = (facts: DocumentFacts): string => `
This page says which cookies and similar technologies ${facts.name} uses on ${facts.url}, what for, and for how long.

## What cookies are

A cookie is a small text that a website keeps in your browser. Websites can also keep data in the local and session storage of your browser. In this policy "cookie" means all of them. Some are set by us, others by the providers named below.

## Your choice

Necessary cookies are used without asking, because the website would not work without them. All others are used only where you allowed it, or where the law of your country lets us use them until you object; nothing of a category that you refused is loaded.

- You chose when the notice was first shown. Refusing was as easy as accepting.
- You may change your mind at any time under "Privacy settings" on every page. We then delete the cookies of what you switched off, as far as the browser lets us.
- Where the law of your country lets you opt out, your browser may do so for you by the Global Privacy Control signal. We follow it.
- You may also delete cookies in the settings of your browser.

We ask again when the purposes, the providers or this policy change in substance, and when your choice has grown old.

## The cookies, by category

{{cookie-table group=category}}

## Legal basis

Necessary cookies: our legitimate interest in a working website (Art. 6(1)(f) GDPR) and the exception for what is strictly necessary (Art. 5(3) of the ePrivacy Directive). All others: your consent (Art. 6(1)(a) GDPR), where the law of your country asks for it.

## Proof of your choice

To be able to prove your choice (Art. 7(1) GDPR) we record it with a random number, the time, your country and the version of the texts that you saw, without your IP address. We keep the record for ${facts.retentionMonths} months. The privacy settings show you the random number; with it you can ask about your record.

## Contact

${facts.legalName}, ${facts.address}, ${facts.email}. Our privacy policy says which rights you have.

{{policy-version}}
`;
