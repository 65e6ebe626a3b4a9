import { startVendors } from './index.ts';

const vendors = await startVendors({ port: Number(process.env.PORT ?? 4400) });
console.log(`Fake third parties answer on ${vendors.origin}`);

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    void vendors.stop().then(() => process.exit(0));
  });
}
