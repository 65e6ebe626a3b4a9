// @vitest-environment happy-dom
import { expect, it } from 'vitest';
import { askedBy } from './control-actions.ts';

const parsed = (html: string) => {
  document.body.innerHTML = html;
  return document.querySelector<HTMLElement>('[id=it]')!;
};

it.each(['action="accept-all"', 'action="save"', 'toggle="marketing"', 'allow="always"', 'allow="once"'])(
  'I1: data-consent-%s grants in the markup of the site alone; elsewhere it asks for the preferences',
  (grant) => {
    const control = `<a id="it" data-consent-${grant}>Win</a>`;
    // As a sanitizer leaves what a visitor wrote: attributes that begin with `data-`, and none that it does not know.
    const theirs = `<section data-consent-banner><dialog data-consent-preferences data-consent-own>${control}</dialog></section>`;
    expect({ ...askedBy(parsed(theirs)) }).toEqual({ consentAction: 'customize' });
    expect({ ...askedBy(parsed(`<p consent-own>${control}</p>`)) }).not.toEqual({
      consentAction: 'customize',
    });
    const marked = parsed(control.replace('<a', '<a consent-own'));
    expect(marked.dataset).toMatchObject({ ...askedBy(marked) });
  },
);

it.each(['reject-all', 'withdraw', 'customize', 'close', 'reload'])('I1: %s works anywhere', (action) => {
  expect(askedBy(parsed(`<a id="it" data-consent-action="${action}">x</a>`)).consentAction).toBe(action);
});
