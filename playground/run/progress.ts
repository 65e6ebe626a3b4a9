import { styleText } from 'node:util';

type Style = Parameters<typeof styleText>[0];

/** Styled where the terminal shows it, plain elsewhere. */
export const styled = (style: Style, text: string): string =>
  styleText(style, text, { stream: process.stdout });

export const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`;

/** Says what is being done, does it, and says how long it took. */
export async function step<T>(title: string, work: () => Promise<T>): Promise<T> {
  const start = performance.now();
  const live = process.stdout.isTTY;
  process.stdout.write(live ? `  ${styled('dim', '…')} ${title}` : `  … ${title}\n`);
  try {
    const result = await work();
    const took = styled('dim', seconds(performance.now() - start));
    process.stdout.write(`${live ? '\r\u001b[K' : ''}  ${styled('green', '✓')} ${title} ${took}\n`);
    return result;
  } catch (error) {
    process.stdout.write(`${live ? '\r\u001b[K' : ''}  ${styled('red', '✗')} ${title}\n`);
    throw error;
  }
}
