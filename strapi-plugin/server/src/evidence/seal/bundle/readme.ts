import type { BundleAbout } from './format';

/** What a bundle says of itself to somebody who has never seen one. */
export function bundleReadme(about: BundleAbout, { size, key }: { size: number; key: string }): string {
  const { subject, parties, retention, items, documents, pages = [], missing, quarantined = [] } = about;
  const who = Object.entries(subject).map(([name, id]) => `${SUBJECTS[name]} ${id}`);
  const controllers = parties.filter(({ party_role }) => party_role.endsWith('controller'));
  return `Evidence of consent
===================

About:       ${who.join(', ')}
Controller:  ${controllers.map(({ party_name }) => party_name).join(', ') || 'not named'}
Taken:       ${about.created}
Log:         ${about.origin}, ${size} entries at that time
Kept for:    ${retention.retention_period} - ${retention.rule}

What this is
------------
Whenever a visitor decides about cookies and similar techniques, the website keeps a record: what
was chosen, when, in which language, under which law's model, and what the visitor was shown. Each
record, and each later erasure or change by an administrator, is sealed: an unguessable fingerprint
of it is put at the end of a log that can only grow, and the state of that log is signed. Whoever
changes a record afterwards, takes an entry out of the log or puts one in between cannot make the
fingerprints fit a signed state that somebody has kept.

What is in it
-------------
records.json     the consents, the oldest first, in the terms of ISO/IEC TS 27560:2023
documents/       what the records rest on (${documents.length}): what was shown, the legal texts in force, and how the
                 website stated that it presented the choice
${pages.length > 0 ? PAGES : ''}bundle.json      a list of all that, the parties, and how long records are kept
sealed/          what was sealed, letter for letter: ${items.length === 1 ? '1 entry' : `${items.length} entries`}
proof/           why that is so: the signed state of the log, its keys, a proof for each entry
manifest         the fingerprint of each file here, signed

${shownIn(pages)}${missing.map(({ sha256, reason }) => `Not in it: the document ${sha256}: ${reason}\n\n`).join('')}${quarantined.map(({ record, since, reason }) => `Set apart: the record ${record}, since ${since}: ${reason}\n           The website takes it for part of a flood of forged records, and counts it nowhere.\n\n`).join('')}How to check it
---------------
The program is free and needs Node.js 22.12 or newer. Once it is there it needs no network:

    npx --legacy-peer-deps -p @permesso/plugin-consent consent verify THIS-FILE.zip --key '<key>'

The key is public. Take it from the website itself (the address of the log and /keys), from an
earlier letter, or from somebody who noted it when the records were made - not from this bundle,
which names this one:

    ${key}

What it shows, and what it does not
-----------------------------------
It shows that these entries were sealed before the state of the log that is signed here, and have
not changed since; and that the documents are the ones that the records name. That the log is the
same for everybody is shown by comparing two states of it, from different days or different
people: ask for one with --since or --log. It does not show who sat in front of the screen, and
parties and storage period are what the website said when it made this bundle.

It does not show that these are all the records there were. An entry of the log names nobody: of a
record that somebody has removed from the database without erasing it, nothing in here can say
that it belonged to this consent. The website can tell that such an entry is there, whosever it
was: its feed of the log marks it as missing.

Nor does it show that a record was not sealed before. Whoever removes the place of a record from the
list by which the website finds its entries, and changes the record, has it sealed anew. Such an
entry stands far behind entries of records that were stored later: compare the order of the log
with the times in records.json.

And whoever can write to the website's database can put another log in the place of the whole, under
the same name. Only a state of the log that was kept elsewhere shows that: an earlier letter, a
copy of the log, a time stamp.
${'account' in subject ? OF_ACCOUNT : ''}`;
}

function shownIn(pages: NonNullable<BundleAbout['pages']>): string {
  if (pages.length === 0) return '';
  const lines = pages.map(
    ({ path, role, title }) => `${path}\n    ${title}${role === 'reconstructed' ? RECONSTRUCTED : ''}\n`,
  );
  return `How the choice was presented\n----------------------------\nThe first part of a name is the fingerprint by which records.json names the presentation, or the\nsnapshot where no presentation is kept.\n\n${lines.join('')}\n`;
}

/** GDPR 15(4). */
const OF_ACCOUNT = `
It is about one account. What belongs to its consents is in it also where nobody was signed in;
what was decided while another account was signed in, in the same browser, is not.
`;

const PAGES = `pages/           how the choice was presented, to be looked at: each file opens in any browser, without
                 a network
`;

/** Of a page that the website did not vouch for. */
const RECONSTRUCTED = `:
    the website did not say how it presented the choice. This was made anew from the configuration
    of then, and is no copy: styles and wording of the program may have been others.`;

const SUBJECTS: Record<string, string> = { consentId: 'consent', account: 'account', record: 'record' };
