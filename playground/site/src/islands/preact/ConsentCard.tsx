/** @jsxImportSource preact */
import { useStore } from '@nanostores/preact';
import { consent } from '@permesso/consent-astro/client';
import { granted } from '../granted';

export default function ConsentCard({ change }: { change: string }) {
  const state = useStore(consent);
  return (
    <section class="card" data-island="preact">
      <h2>Preact</h2>
      <p>{granted(state)}</p>
      <button type="button" onClick={() => consent.open()}>
        {change}
      </button>
    </section>
  );
}
