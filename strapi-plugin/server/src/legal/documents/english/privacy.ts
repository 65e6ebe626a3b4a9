import { type DocumentFacts, FROM_SETTINGS, type RecordingTerms } from '../facts';
import { PLACE_AND_SIGNAL } from './cookies';

function officer({ dpo, email, missing }: DocumentFacts): string {
  if (dpo === false) {
    return `We have not appointed a data protection officer, because the law does not require us to. Please write to ${email}.`;
  }
  if (dpo === null) {
    return missing(
      'name and e-mail address of the data protection officer, or that none has to be appointed',
    );
  }
  return `${dpo.name ? `${dpo.name}, ` : ''}${dpo.email}`;
}

/** What is processed to remember a choice about cookies and, where records are kept, to prove it. */
export function choiceRow(
  { recording, userAgent, networks }: RecordingTerms,
  place = PLACE_AND_SIGNAL,
): string {
  if (recording === 'none') {
    return '| To remember your choice about cookies | Your choice and its time, in a cookie of your browser | Our legitimate interest in respecting your choice, Art. 6(1)(f) GDPR |';
  }
  const known = [
    `A random number, your choice, its time, ${place}, your language and the version of our texts`,
    ...(userAgent ? ['the name of your browser'] : []),
    ...(recording === 'linked' ? ['your account if you are signed in'] : []),
    ...(networks
      ? [
          'for seven days a hash of the network that you come from, to find forged records (our legitimate interest, Art. 6(1)(f) GDPR)',
        ]
      : []),
  ];
  return `| To remember and prove your choice about cookies | ${known.join('; ')}; no IP address | Our duty to prove consent, Art. 6(1)(c) with Art. 7(1) GDPR |`;
}

/** How long that is kept. */
export const retentionRow = ({ recording }: RecordingTerms): string =>
  recording === 'none'
    ? '| Your choice about cookies | As the cookie policy says for its cookie |'
    : `| Records of your choice about cookies | ${FROM_SETTINGS.retentionMonths} months |`;

const UNITED_KINGDOM = `
## People in the United Kingdom

The UK GDPR and the Data Protection Act 2018 give you the same rights. You may complain to the Information Commissioner's Office (<https://ico.org.uk>).
`;

const SWITZERLAND = `
## People in Switzerland

The Federal Act on Data Protection applies to you as well. You may turn to the Federal Data Protection and Information Commissioner (<https://www.edoeb.admin.ch>).
`;

const unitedStates = ({ email }: DocumentFacts) => `
## People in the United States

Depending on your state you may ask what we collect, have it corrected or deleted, and opt out of the sale or sharing of your data and of targeted advertising. Use "Privacy settings" on this website, or write to ${email}. We follow the Global Privacy Control signal of your browser as such an opt-out, in every state. We do not treat you worse because you used a right. You may have somebody act for you, and appeal if we refuse.
`;

/** GDPR Art. 13 and 14, point by point. */
export const privacyPolicy = (facts: DocumentFacts): string => `
This page says which personal data ${facts.name} processes, why, for how long, who receives it, and which rights you have (Articles 13 and 14 of the General Data Protection Regulation, GDPR).

## Controller

${facts.legalName}, ${facts.address}\\
E-mail: ${facts.email}\\
Website: ${facts.url}

Representative in the European Union (Art. 27 GDPR): ${facts.missing('name and address, if the company is established outside the Union; otherwise remove this line')}

## Data protection officer

${officer(facts)}

## What we process, why, and on what legal basis

| Purpose | Data | Legal basis |
| --- | --- | --- |
| To deliver this website and keep it secure | IP address, time, page asked for, browser | Our legitimate interest in a working, secure website, Art. 6(1)(f) GDPR |
${choiceRow(facts)}
| Statistics, advertising and content of others, as listed in the cookie policy | What the cookie policy says for each of them | Your consent, Art. 6(1)(a) GDPR |
| To answer you | Your name, your contact details, what you write | Steps at your request before a contract, or its performance, Art. 6(1)(b) GDPR; otherwise our legitimate interest in answering, Art. 6(1)(f) GDPR |
| To keep customer accounts and fulfil contracts | Name, contact details, contract and payment data | Performance of the contract, Art. 6(1)(b) GDPR |
| To keep accounts and pay taxes | Invoices and payment records | Legal obligation, Art. 6(1)(c) GDPR |
| ${facts.missing('further purposes, such as a newsletter or job applications, or remove this row')} | ${facts.missing('data')} | ${facts.missing('legal basis')} |

Where we rely on a legitimate interest, it is the one named in the table. You may object to it, as described below.

## Where the data comes from

Most of it you give us yourself, or your browser sends it when you visit. Data from other sources: ${facts.missing('sources such as credit agencies, public registers or business partners, or "none"')}.

## Whether you have to give us data

As a rule neither a law nor a contract obliges you. Without the data marked as required in a form we cannot answer you or conclude a contract; on an invoice the law asks for your name and address. Cookies that are not necessary are up to you; the website works without them.

## Cookies and similar technologies

Our cookie policy lists them one by one. You may change your choice at any time under "Privacy settings"; withdrawing it is as easy as giving it and does not affect what happened before.

## Who receives the data

Within our organisation, those who need it for the purposes above. Outside, the following providers, bound by contract where they act on our behalf (Art. 28 GDPR):

{{processor-table:recipients}}

Where the table says "joint controller", the provider and we decide together what the data is used for (Art. 26 GDPR). You may turn to either of us; we tell you the essence of our arrangement on request.

We pass data on to authorities where a law obliges us to.

## Transfers to third countries

Where a provider processes data outside the European Economic Area, this is what protects it there. We send you a copy of the safeguards on request.

{{processor-table:transfers}}

## How long we keep it

| Data | Kept for |
| --- | --- |
| Server logs | ${facts.missing('duration, for example 14 days')} |
${retentionRow(facts)}
| Cookies | As the cookie policy says for each of them |
| Enquiries | Until they are settled, then ${facts.missing('duration, for example 6 months')} |
| Customer accounts and contracts | As long as the contract lasts, then until claims are time-barred |
| Invoices and accounts | As long as tax and commercial law oblige us: ${facts.missing('number of years')} |

## Your rights

- You may ask whether we process data about you, and for a copy of it (Art. 15).
- You may have wrong data corrected (Art. 16) and, where the law provides for it, data deleted (Art. 17) or its use restricted (Art. 18).
- You may receive data that you gave us, in a form that machines can read (Art. 20).
- **You may object at any time, for reasons of your particular situation, to processing that rests on a legitimate interest, and to direct marketing without any reason (Art. 21).**
- You may withdraw a consent at any time, for the future (Art. 7(3)).
- You may complain to a supervisory authority, in particular where you live or work (Art. 77). Ours is ${facts.missing('name and address of the supervisory authority')}.

Write to ${facts.email}. We answer free of charge and within a month; where a request is complex we may need up to two more, and then tell you why (Art. 12). If we are not sure who you are, we may ask for proof.

## Automated decisions

We make no decisions with legal or similarly significant effect on you by automated means alone, and we do no profiling for them (Art. 22 GDPR).
${facts.unitedKingdom ? UNITED_KINGDOM : ''}${facts.switzerland ? SWITZERLAND : ''}${facts.unitedStates ? unitedStates(facts) : ''}
## Changes

When what we do changes, we change this page. Where your consent depends on it, we ask you again.

{{policy-version}}
`;
