import { expect, it } from 'vitest';
import { embedOf, originalOf } from './embed-addresses.ts';

it.each([
  ['https://www.youtube.com/embed/dQw4w9WgXcQ', 'https://www.youtube.com/watch?v=dQw4w9WgXcQ'],
  [
    'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ?start=42&rel=0',
    'https://www.youtube.com/watch?v=dQw4w9WgXcQ&t=42s',
  ],
  ['https://www.youtube.com/embed/videoseries?list=PL1', 'https://www.youtube.com/playlist?list=PL1'],
  ['https://player.vimeo.com/video/76979871?h=8272103f6e', 'https://vimeo.com/76979871/8272103f6e'],
  ['https://player.vimeo.com/video/76979871', 'https://vimeo.com/76979871'],
  ['https://www.dailymotion.com/embed/video/x84sh87', 'https://www.dailymotion.com/video/x84sh87'],
  [
    'https://open.spotify.com/embed/track/11dFghVXANMlKmJXsNCbNl?utm_source=x',
    'https://open.spotify.com/track/11dFghVXANMlKmJXsNCbNl',
  ],
  [
    'https://w.soundcloud.com/player/?url=https%3A//soundcloud.com/a/b&color=red',
    'https://soundcloud.com/a/b',
  ],
  ['https://w.soundcloud.com/player/?url=javascript:alert(1)', null],
  [
    'https://www.google.com/maps?q=Berlin%20Mitte&output=embed',
    'https://www.google.com/maps/search/?api=1&query=Berlin%20Mitte',
  ],
  [
    'https://www.google.de/maps/embed/v1/place?key=k&q=Oslo',
    'https://www.google.com/maps/search/?api=1&query=Oslo',
  ],
  [
    'https://www.google.com/maps/embed?pb=!1m18!1m12!1m3!1d2428.4!2d13.37!3d52.51!2m3',
    'https://www.google.com/maps/search/?api=1&query=52.51%2C13.37',
  ],
  [
    'https://www.openstreetmap.org/export/embed.html?bbox=1&marker=52.5,13.3',
    'https://www.openstreetmap.org/?mlat=52.5&mlon=13.3',
  ],
  ['https://www.youtube.com/watch?v=a', null],
  ['https://youtube.com.evil.example/embed/a', null],
])('finds the page of %s', (address, expected) => {
  expect(originalOf(new URL(address))).toBe(expected);
});

it.each([
  'https://www.youtube.com/watch?v=dQw4w9WgXcQ&t=42s',
  'https://www.youtube.com/playlist?list=PL1',
  'https://vimeo.com/76979871/8272103f6e',
  'https://www.dailymotion.com/video/x84sh87',
  'https://open.spotify.com/track/11dFghVXANMlKmJXsNCbNl',
  'https://soundcloud.com/a/b',
  'https://www.google.com/maps/search/?api=1&query=Berlin%20Mitte',
  'https://www.openstreetmap.org/?mlat=52.5&mlon=13.3',
])('finds the embed of %s, which is that of this page', (page) => {
  expect(originalOf(new URL(embedOf(new URL(page))!.address))).toBe(page);
});

it.each([
  ['https://youtu.be/dQw4w9WgXcQ?si=x&t=5', 'https://www.youtube.com/embed/dQw4w9WgXcQ?start=5'],
  ['https://m.youtube.com/shorts/dQw4w9WgXcQ', 'https://www.youtube.com/embed/dQw4w9WgXcQ'],
  ['https://www.youtube.com/embed/dQw4w9WgXcQ?rel=0', 'https://www.youtube.com/embed/dQw4w9WgXcQ?rel=0'],
  ['https://vimeo.com/channels/staffpicks/76979871', 'https://player.vimeo.com/video/76979871'],
  ['https://vimeo.com/about', undefined],
  [
    'https://open.spotify.com/intl-de/album/11dFghVXANMlKmJXsNCbNl',
    'https://open.spotify.com/embed/album/11dFghVXANMlKmJXsNCbNl',
  ],
  [
    'https://www.google.de/maps/place/Berlin+Mitte/@52.5,13.4,15z',
    'https://www.google.com/maps?q=Berlin%20Mitte&output=embed',
  ],
  ['https://www.google.com/maps/@52.5,13.4,15z', 'https://www.google.com/maps?q=52.5%2C13.4&output=embed'],
  ['https://www.google.com/maps/place/%E0%A4%A', undefined],
  ['https://www.youtube.com/watch?v="><script>', undefined],
  ['https://youtube.com.evil.example/watch?v=a', undefined],
])('finds the embed of %s', (address, expected) => {
  expect(embedOf(new URL(address))?.address).toBe(expected);
});
