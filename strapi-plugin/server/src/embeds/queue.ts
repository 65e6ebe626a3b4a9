/** Documents that were written to, until somebody reads what they say now. */
export class WrittenDocuments {
  readonly #byType = new Map<string, Set<string>>();
  #size = 0;
  #isOverflown = false;

  /** More are not remembered one by one: all entries are read anew then. */
  static readonly MOST = 10_000;

  add(uid: string, documentId: string): void {
    const ids = this.#byType.get(uid) ?? new Set();
    if (ids.has(documentId)) return;
    if (this.#size >= WrittenDocuments.MOST) {
      this.addAll();
      return;
    }
    this.#byType.set(uid, ids.add(documentId));
    this.#size += 1;
  }

  /** Nobody can say which ones. */
  addAll(): void {
    this.#byType.clear();
    this.#size = 0;
    this.#isOverflown = true;
  }

  get size(): number {
    return this.#size;
  }

  /** Whether all are to be read since this was last asked. */
  takeAll(): boolean {
    const all = this.#isOverflown;
    this.#isOverflown = false;
    return all;
  }

  /** Some documents of one type, which are then nobody's task but the caller's; null where there are none. */
  take(most: number): { uid: string; documentIds: string[] } | null {
    const [first] = this.#byType;
    if (!first) return null;
    const [uid, ids] = first;
    const documentIds = [...ids].slice(0, most);
    for (const id of documentIds) ids.delete(id);
    if (ids.size === 0) this.#byType.delete(uid);
    this.#size -= documentIds.length;
    return { uid, documentIds };
  }
}
