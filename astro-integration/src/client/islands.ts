// Ends the islands that are in what the core has taken out of the page: each renderer ends by this event what is its own. Astro tells them
// only when it goes to another page; until then they would go on unseen.
document.addEventListener('consentremove', (event) => {
  const { detail: removed } = event as CustomEvent<Element>;
  for (const island of [removed, ...removed.querySelectorAll('astro-island')]) {
    const end = () => island.dispatchEvent(new CustomEvent('astro:unmount'));
    end();
    // One that is being hydrated meanwhile does not listen yet: its renderer waits for something first, as Vue's for the site's own
    // app, and Preact's for its signals. It is told once more when that is over.
    island.addEventListener('astro:hydrate', end, { once: true });
  }
});
