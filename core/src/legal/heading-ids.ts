/**
 * Gives each heading of a document an id of its own: the words in lower case, joined by hyphens,
 * numbered where two headings read alike.
 */
export function createHeadingIds(): (text: string) => string {
  const taken = new Set<string>();
  const repeats = new Map<string, number>();
  return (text) => {
    const words = text
      .normalize('NFKC')
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\p{M}]+/gu, '-')
      .replace(/^-|-$/g, '')
      .slice(0, 80);
    const base = words || 'section';
    let id = base;
    let repeat = repeats.get(base) ?? 0;
    while (taken.has(id)) {
      repeat++;
      id = `${base}-${repeat}`;
    }
    repeats.set(base, repeat);
    taken.add(id);
    return id;
  };
}
