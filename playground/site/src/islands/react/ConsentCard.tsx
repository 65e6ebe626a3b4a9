import { ConsentProvider, useConsent } from '@permesso/consent-astro/react';
import { granted } from '../granted';

function Granted({ change }: { change: string }) {
  const { state, open } = useConsent();
  return (
    <section className="card" data-island="react">
      <h2>React</h2>
      <p>{granted(state)}</p>
      <button type="button" onClick={() => open()}>
        {change}
      </button>
    </section>
  );
}

/** By the package's own hooks, over the page's store. */
export default function ConsentCard({ change }: { change: string }) {
  return (
    <ConsentProvider>
      <Granted change={change} />
    </ConsentProvider>
  );
}
