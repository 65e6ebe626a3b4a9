/** What the site chooses for a language: `de-AT` is served German, a language that it lacks the fallback. */
export function ofLanguage<Words>(byTag: Record<string, Words>, locale: string, fallback: Words): Words {
  const subtags = locale.toLowerCase().replaceAll('_', '-').split('-');
  for (; subtags.length > 0; subtags.pop()) {
    const tag = subtags.join('-');
    if (Object.hasOwn(byTag, tag)) return byTag[tag] as Words;
  }
  return fallback;
}
