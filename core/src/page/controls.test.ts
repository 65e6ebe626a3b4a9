// @vitest-environment happy-dom
import { expect, it, vi } from 'vitest';
import { attachControls } from './controls.ts';
import { page } from './page-state.ts';

it('C3: leaves a click to the site that it was handed over to as the page was left', async () => {
  const button = '<button type="submit" data-consent-action="accept-all"></button>';
  document.body.innerHTML = `<form>${button}${button}</form>`;
  const [first, second] = document.querySelectorAll('button');
  const sent = vi.spyOn(document.querySelector('form')!, 'requestSubmit').mockImplementation(() => {});
  attachControls();
  const { unanswered } = page();
  first!.click();
  second!.click();
  first!.click();
  const [use, ...later] = unanswered;
  expect([use, ...later].map((one) => one?.control)).toEqual([first, second, first]);
  unanswered.delete(use!);
  // Nothing serves the part that answers clicks: the form does, and what was clicked last has the last word.
  await vi.waitFor(() => expect(unanswered.size).toBe(0));
  expect(sent.mock.calls).toEqual([[second], [first]]);
});
