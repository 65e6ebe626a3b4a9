import { page, withContent } from '@permesso/consent-core/page';
import { toDom } from '@permesso/consent-core/ui';
import { defineToolbarApp } from 'astro/toolbar';
import { currentConfig, declaredHosts, observe } from './observation.ts';
import { earlyScripts } from './page-findings.ts';
import { expireDecision, forgetEverything, simulate } from './simulation.ts';
import styles from './toolbar.css?inline';
import { report } from './view.ts';

const ACTIONS: Record<string, (form: HTMLFormElement) => void> = {
  simulate: (form) => {
    const place = (form.elements.namedItem('place') as HTMLInputElement).value.trim().toUpperCase();
    simulate({ place, gpc: (form.elements.namedItem('gpc') as HTMLInputElement).checked });
  },
  expire: () => expireDecision(currentConfig()),
  reset: () => forgetEverything(currentConfig()),
};

/** What is granted on this page and why, and the visit as it would be elsewhere. */
export default defineToolbarApp({
  init(canvas, app) {
    const panel = document.createElement('astro-dev-toolbar-window');
    const style = Object.assign(document.createElement('style'), { textContent: styles });
    const body = document.createElement('div');
    panel.append(style, body);
    canvas.append(panel);

    const below = new CSSStyleSheet();
    below.replaceSync(':root { --consent-z-index: 99999999 }');
    // The banner lies above all of the page; here it gives way to the toolbar, which stands at the same edge.
    document.adoptedStyleSheets.push(below);

    // What it is about, trackers above all, a page asks for when somebody needs it.
    const declared = declaredHosts();
    const draw = async () => {
      const hosts = await declared;
      withContent(() => body.replaceChildren(toDom(report(observe(hosts)))));
    };
    // Without a store nothing changes on its own; with one, each decision does.
    page().listeners.add(draw);
    new MutationObserver(draw).observe(document.head, { childList: true });
    app.onToggled(({ state }) => state && draw());
    document.addEventListener('astro:after-swap', draw);
    body.addEventListener('submit', (event) => {
      event.preventDefault();
      const action = (event as SubmitEvent).submitter?.getAttribute('value') ?? 'simulate';
      ACTIONS[action]?.(event.target as HTMLFormElement);
    });
    if (earlyScripts(document).length > 0) app.toggleNotification({ state: true, level: 'warning' });
    draw();
  },
});
