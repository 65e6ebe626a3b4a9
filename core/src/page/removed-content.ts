/**
 * Says what was taken out of the page because nothing grants it any more. Whoever made it live ends it: an adapter hears it for the
 * components of its framework, which would go on unseen.
 */
export function announceRemoved(content: Element): void {
  document.dispatchEvent(new CustomEvent('consentremove', { detail: content }));
}
