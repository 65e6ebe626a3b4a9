/** Sites whose workers ask the network, which the page's own account does not have. */
import type { SeededSite } from './parts';

const SERVICE_WORKER = `navigator.serviceWorker.register('/worker.js');`;
const onInstall = (address: string) =>
  `self.addEventListener('install', (event) => event.waitUntil(fetch('${address}', { mode: 'no-cors' })));`;

const WORKER = `new Worker('/worker.js');`;
const SHARED_WORKER = `new SharedWorker('/worker.js');`;
const asks = (address: string) => `fetch('${address}', { mode: 'no-cors' });`;

/** A worker whose script stands in the page. */
const workerOfText = (kind: 'Worker' | 'SharedWorker', script: string) =>
  `new ${kind}(URL.createObjectURL(new Blob([${JSON.stringify(script)}])));`;

export const WORKERS: readonly SeededSite[] = [
  {
    that: 'has a service worker that asks a tracker',
    parts: { always: SERVICE_WORKER, scripts: { '/worker.js': onInstall('https://stats.example/hit') } },
    visits: ['no-choice'],
    finds: ['C101 stats.example'],
  },
  {
    that: 'has a service worker that asks the site alone',
    parts: { always: SERVICE_WORKER, scripts: { '/worker.js': onInstall('/privacy') } },
    visits: ['no-choice'],
    finds: [],
  },
  {
    that: 'has a worker that asks a tracker',
    parts: { always: WORKER, scripts: { '/worker.js': asks('https://stats.example/hit') } },
    visits: ['no-choice'],
    finds: ['C101 stats.example'],
  },
  {
    that: 'has a worker that is led to a tracker by an undeclared host',
    parts: {
      always: WORKER,
      scripts: { '/worker.js': asks('https://led.example/to?https://stats.example/hit') },
    },
    visits: ['no-choice'],
    finds: ['C101 stats.example', 'C202 led.example'],
  },
  {
    that: 'has a worker whose worker opens a socket to a tracker',
    parts: {
      always: WORKER,
      scripts: {
        '/worker.js': `new Worker('/inner.js');`,
        '/inner.js': `new WebSocket('wss://stats.example/live');`,
      },
    },
    visits: ['no-choice'],
    finds: ['C101 stats.example'],
  },
  {
    that: 'has a worker in its own text that imports the script of a tracker',
    parts: { always: workerOfText('Worker', `importScripts('https://stats.example/s.js');`) },
    visits: ['no-choice'],
    finds: ['C101 stats.example'],
  },
  {
    that: 'has a worker that a tracker gives a cookie to, and declares nothing',
    parts: {
      always: workerOfText(
        'Worker',
        `fetch('https://odd.example/hit?cookie=odd', { mode: 'no-cors', credentials: 'include' });`,
      ),
    },
    visits: ['no-choice'],
    declared: null,
    finds: ['C101 odd', 'C101 odd.example'],
  },
  {
    that: 'has a shared worker that asks a tracker',
    parts: { always: SHARED_WORKER, scripts: { '/worker.js': asks('https://stats.example/hit') } },
    visits: ['no-choice'],
    finds: ['C101 stats.example'],
  },
  {
    that: 'has a shared worker in its own text that imports the script of a tracker',
    parts: { always: workerOfText('SharedWorker', `importScripts('https://stats.example/s.js');`) },
    visits: ['no-choice'],
    finds: ['C101 stats.example'],
  },
  {
    that: 'has workers that ask the site alone',
    parts: { always: WORKER + SHARED_WORKER, scripts: { '/worker.js': asks('/privacy') } },
    visits: ['no-choice'],
    finds: [],
  },
];
