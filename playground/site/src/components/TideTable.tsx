import { useState } from 'react';

const WEEK = [
  ['Mon', '02:10', '14:35'],
  ['Tue', '02:58', '15:21'],
  ['Wed', '03:44', '16:08'],
  ['Thu', '04:31', '16:57'],
] as const;

/** High water at the harbour; an island, so that the gate has something to wake up. */
export default function TideTable({ title }: { title: string }) {
  const [shown, setShown] = useState(2);
  return (
    <section className="card tide-table" data-tide-table>
      <h2>{title}</h2>
      <table>
        <tbody>
          {WEEK.slice(0, shown).map(([day, night, noon]) => (
            <tr key={day}>
              <th scope="row">{day}</th>
              <td>{night}</td>
              <td>{noon}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <button type="button" onClick={() => setShown(WEEK.length)} disabled={shown === WEEK.length}>
        {shown} / {WEEK.length}
      </button>
    </section>
  );
}
