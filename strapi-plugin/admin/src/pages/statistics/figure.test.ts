import { expect, it } from 'vitest';
import { figureOf, isShare } from './figure';

const figures = {
  ...{ shown: 200, answered: 50, decisions: 60, accepted: 30, refused: 20, partial: 10 },
  categories: {
    analytics: { granted: 45, refused: 15, objected: 7 },
    measuring: { granted: 0, refused: 0, objected: 3 },
  },
  services: { youtube: { granted: 1, refused: 3 } },
};

it('gives shares of what they are shares of', () => {
  expect(figureOf('answered', figures)).toBe(0.25);
  expect(figureOf('ignored', figures)).toBe(0.75);
  expect(figureOf('accepted', figures)).toBe(0.5);
  expect(figureOf('category:analytics', figures)).toBe(0.75);
  expect(figureOf('decisions', figures)).toBe(60);
  expect([isShare('answered'), isShare('category:shown'), isShare('shown')]).toEqual([true, true, false]);
});

it('counts objections as such, and takes nothing from the share of who was asked', () => {
  expect(figureOf('objections:analytics', figures)).toBe(7);
  expect(figureOf('objections:toString', figures)).toBe(0);
  expect(figureOf('category:measuring', figures), 'nobody was asked').toBeNull();
  expect(isShare('objections:analytics')).toBe(false);
});

it('gives the share that granted a service among those who decided on it by itself', () => {
  expect(figureOf('service:youtube', figures)).toBe(0.25);
  for (const name of ['service:vimeo', 'service:toString', 'category:youtube'] as const)
    expect(figureOf(name, figures)).toBeNull();
  expect(isShare('service:youtube')).toBe(true);
});

it('gives none where nothing was counted, and never more than all', () => {
  const none = { ...figures, shown: 0, accepted: 0, refused: 0, partial: 0, categories: {} };
  for (const name of ['answered', 'ignored', 'accepted', 'category:toString'] as const)
    expect(figureOf(name, none)).toBeNull();
  expect(figureOf('answered', { ...figures, answered: 300 })).toBe(1);
});
