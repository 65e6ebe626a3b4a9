const places = [
  'the outer mole',
  'the fish market',
  'the old lock',
  'the pilot station',
  'the dry dock',
  'the lighthouse',
];
const events = [
  'was closed for the spring tide, and reopened before the first ferry had cast off',
  'has a new coat of paint, which the gulls were the first to inspect',
  'hosted the yearly race of the flat boats, won once more by a crew from across the bay',
  'will be dredged in the coming weeks, so that larger ships can pass at low water',
  'kept its lights on through the fog, as it has on every such night since the storm',
];
const authors = ['A. Lund', 'M. Okafor', 'J. Brandt', 'S. Ito'];

function sentence(seed: number): string {
  const place = places[seed % places.length]!;
  return `${place[0]!.toUpperCase()}${place.slice(1)} ${events[(seed * 7) % events.length]}; notice ${seed} of the harbour office says more.`;
}

/** Always the same, and as varied as prose: about 30 kB with its markup. */
export const articles = Array.from({ length: 36 }, (_, index) => ({
  title: `Notes from ${places[index % places.length]}, part ${index + 1}`,
  author: authors[index % authors.length]!,
  date: `2026-${String((index % 12) + 1).padStart(2, '0')}-14`,
  paragraphs: [0, 1, 2].map(
    (part) => `${sentence(index * 11 + part)} ${sentence(index * 13 + part * 5 + 1)}`,
  ),
}));
