/** @jsxImportSource solid-js */
import { useStore } from '@nanostores/solid';
import { consent } from '@permesso/consent-astro/client';
import { granted } from '../granted';

export default function ConsentCard(props: { change: string }) {
  const state = useStore(consent);
  return (
    <section class="card" data-island="solid">
      <h2>Solid</h2>
      <p>{granted(state())}</p>
      <button type="button" onClick={() => consent.open()}>
        {props.change}
      </button>
    </section>
  );
}
