/** Where the site of this CMS is looked at: each editor's browser remembers it, since no setting may know it. */
const KEY = 'consent-preview-address';

export function rememberedAddress(): string | null {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null;
  }
}

export function rememberAddress(address: string): void {
  try {
    localStorage.setItem(KEY, address);
  } catch {
    // Storage is denied: it is typed again.
  }
}
