import { expect, it } from 'vitest';
import { siteAddress } from './site-address';

it.each([
  ['https://shop.example/a?b', 'https://www.shop.example/', 'https://www.shop.example/a?b'],
  ['https://www.shop.example/', 'https://shop.example/en/', 'https://shop.example/'],
  ['http://shop.example/', 'https://www.shop.example/', 'https://www.shop.example/'],
  ['https://shop.example/', 'http://shop.example/', 'https://shop.example/'],
  ['https://shop.example/', 'https://login.example/', 'https://shop.example/'],
  ['https://shop.example/', 'https://shop.example:8443/', 'https://shop.example/'],
])('%s that leads to %s is %s', (asked, led, site) => {
  expect(siteAddress(asked, led)).toBe(site);
});
