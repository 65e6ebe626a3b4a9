import { describe, expect, it } from 'vitest';
import { reloadPage, visitPage } from './browser.ts';
import { poll, preparePage } from './page-of-site.ts';

const on = preparePage();
const { ran, count, isAlive, decide } = on;

describe('a gate inside custom elements, slots, islands and gates', () => {
  it('keeps everything out of the document, while islands outside work', async () => {
    await visitPage(on.page, '/traps');
    for (const id of ['gated', 'nested', 'slot', 'in-island']) expect(await count(id)).toBe(0);
    for (const name of ['inBox', 'inNested', 'inSlot']) expect(await ran(name)).toBe(0);
    expect(await isAlive('free')).toBe(true);
    expect(await isAlive('slotted')).toBe(true);
  });

  it('opens outside in: an inner gate waits for its own category', async () => {
    await visitPage(on.page, '/traps');
    await decide('analytics');
    await poll(() => ran('inBox')).toBe(1);
    expect([await ran('inNested'), await count('nested'), await count('slot')]).toEqual([0, 0, 0]);
    await poll(() => isAlive('gated')).toBe(true);
    await decide('analytics', 'marketing');
    await poll(() => ran('inNested')).toBe(1);
    expect([await count('nested'), await count('slot'), await ran('inSlot'), await ran('inBox')]).toEqual([
      1, 1, 1, 1,
    ]);
    await poll(() => count('in-island')).toBe(1);
  });

  it('is open from the server for a visitor who granted, and islands in it live', async () => {
    await visitPage(on.page, '/traps');
    await decide('analytics', 'marketing');
    await reloadPage(on.page);
    for (const id of ['gated', 'nested', 'slot', 'in-island']) expect(await count(id)).toBe(1);
    for (const name of ['inBox', 'inNested', 'inSlot']) expect(await ran(name)).toBe(1);
    expect(await on.page.textContent('#island-sees')).toBe('granted');
    expect(await isAlive('gated')).toBe(true);
  });
});

describe('the script of a component that stands in a closed gate', () => {
  const instances = () => on.page.locator('.scripted').count();

  it('runs for the same component outside, before the grant, and not again after it', async () => {
    await visitPage(on.page, '/scripts');
    expect([await instances(), await ran('scripted')]).toEqual([1, 1]);
    await decide('marketing');
    await poll(instances).toBe(2);
    expect(await ran('scripted')).toBe(1);
  });

  it('runs in MDX when the gate opens, and not before', async () => {
    await visitPage(on.page, '/scripted-words');
    expect([await instances(), await ran('scripted')]).toEqual([0, 0]);
    await decide('marketing');
    await poll(() => ran('scripted')).toBe(1);
  });
});

describe('client:consent', () => {
  it('hydrates an island once its category is granted, and not before', async () => {
    const modules: string[] = [];
    await visitPage(on.page, '/traps');
    on.page.on('request', (request) => modules.push(request.url()));
    expect(await isAlive('directive')).toBe(false);
    await decide('marketing');
    await poll(() => isAlive('directive')).toBe(true);
    expect(await isAlive('expression')).toBe(false);
  });

  it('takes expressions', async () => {
    await visitPage(on.page, '/traps');
    expect(await isAlive('expression')).toBe(false);
    await decide('analytics');
    await poll(() => isAlive('expression')).toBe(true);
    expect(await isAlive('directive')).toBe(false);
  });
});

describe('a server island inside a gate', () => {
  /** Islands of the site that were asked for, by name, however the browser came to do so. */
  const islandsAsked = () => {
    const asked: string[] = [];
    on.page.on('request', (request) => {
      const name = /\/_server-islands\/(\w+)/.exec(request.url())?.[1];
      if (name) asked.push(name);
    });
    return asked;
  };

  it('I5: is neither preloaded nor asked for before the grant, wherever the gate stands', async () => {
    const asked = islandsAsked();
    await visitPage(on.page, '/deferred');
    expect(await count('free')).toBe(1);
    expect(await on.page.locator('link[rel=preload][href*=_server-islands]').count()).toBe(0);
    expect(asked.filter((name) => name === 'Held')).toEqual([]);
  });

  it('comes when its gate opens', async () => {
    await visitPage(on.page, '/deferred');
    await decide('marketing');
    for (const id of ['in-gate', 'in-box', 'in-section', 'in-held-island'])
      await poll(() => count(id)).toBe(1);
    expect(await count('in-nested')).toBe(0);
    await decide('analytics', 'marketing');
    await poll(() => count('in-nested')).toBe(1);
    await reloadPage(on.page);
    for (const id of ['in-gate', 'in-nested', 'in-box', 'in-section']) await poll(() => count(id)).toBe(1);
    // Neither then, for the page may be older than the cookie.
    expect(await on.page.locator('link[rel=preload][href*=_server-islands]').count()).toBe(0);
  });
});

describe('a gate in MDX', () => {
  const gated = ['counted', 'boxed', 'outer', 'inner', 'in-piece', 'in-slot', 'held-words'];

  it('keeps its content out, and leaves the islands after it their runtime', async () => {
    await visitPage(on.page, '/words');
    for (const id of gated) expect([id, await count(id)]).toEqual([id, 0]);
    expect(await ran('inWords')).toBe(0);
    expect(await isAlive('open')).toBe(true);
    expect(await isAlive('slotted')).toBe(true);
    await poll(() => count('free')).toBe(1);
  });

  it('opens with all that stands in it, and its islands live', async () => {
    await visitPage(on.page, '/words');
    await decide('analytics', 'marketing');
    for (const id of gated) await poll(() => count(id)).toBe(1);
    expect(await ran('inWords')).toBe(1);
    for (const id of ['counted', 'boxed', 'inner', 'piece', 'in-slot'])
      await poll(() => isAlive(id)).toBe(true);
  });

  it('may hold MDX itself', async () => {
    await visitPage(on.page, '/pieces');
    expect(await count('in-piece')).toBe(0);
    expect(await isAlive('after')).toBe(true);
    await decide('marketing');
    await poll(() => count('in-piece')).toBe(1);
    await poll(() => isAlive('piece')).toBe(true);
  });
});

describe('the focus at a gate (WCAG 2.4.3)', () => {
  const write = (content: string, blocked: string) =>
    on.page.evaluate(
      (html) => document.body.insertAdjacentHTML('beforeend', html),
      '<div id="here" data-consent-gate="z" data-consent-category="marketing" data-state="closed">' +
        `<template>${content}</template><div data-consent-blocked>${blocked}</div></div>`,
    );
  const allow = '<p>Blocked</p><button id="allow" type="button" data-consent-allow="once">Allow</button>';
  const isFocused = (selector: string) =>
    on.page.evaluate((part) => document.activeElement?.matches(part), selector);
  /** In another tab, where the focus of this one stays. */
  const revoke = async () => {
    const here = on.page;
    on.page = await on.context.newPage();
    await visitPage(on.page, '/hold');
    await decide();
    on.page = here;
  };

  it.each([
    ['the button to allow it', allow, '#allow'],
    ['what stands there instead', '<p id="other">Blocked</p>', '#other'],
  ])('goes on at %s when the gate closes around it', async (_name, blocked, expected) => {
    await visitPage(on.page, '/hold');
    await write('<a id="inside" href="#x">Inside</a>', blocked);
    await decide('marketing');
    await on.page.focus('#inside');
    await revoke();
    await poll(() => count('inside')).toBe(0);
    expect(await isFocused(expected)).toBe(true);
  });

  it('stays where it is when a gate closes elsewhere', async () => {
    await visitPage(on.page, '/hold');
    await write('<a id="inside" href="#x">Inside</a>', allow);
    await decide('marketing');
    await on.page.focus('[data-consent-manage]');
    await revoke();
    await poll(() => count('inside')).toBe(0);
    expect(await isFocused('[data-consent-manage]')).toBe(true);
  });
});
