// @vitest-environment happy-dom
import { expect, it } from 'vitest';
import { afterPaint } from './page-moments.ts';

it('runs effects once the page has painted, in their order', async () => {
  const ran: string[] = [];
  for (const name of ['first', 'second']) afterPaint(() => ran.push(name));
  expect(ran).toEqual([]);
  await expect.poll(() => ran).toEqual(['first', 'second']);
});

it.each(['pagehide', 'visibilitychange'])('F4: waits for no paint that will not come: %s', (type) => {
  let times = 0;
  afterPaint(() => {
    times += 1;
  });
  // The latter comes to the window by bubbling.
  document.dispatchEvent(new Event(type, { bubbles: true }));
  expect(times).toBe(1);
});
