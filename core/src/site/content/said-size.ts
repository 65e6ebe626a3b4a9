import type { Attribute } from './tag-report.ts';

type Side = 'width' | 'height';

/** How wide or high an element says that it is, in pixels: by its attribute, by its style, or by both. */
export function saidPixels(attributes: readonly Attribute[], side: Side): number[] {
  const [attribute, style] = [side, 'style'].map(
    (name) => attributes.find((one) => one.name === name)?.value,
  );
  const texts = [
    /^\s*([\d.]+)\s*(px)?\s*$/i.exec(attribute ?? ''),
    ...(style ?? '').matchAll(new RegExp(`(?:^|[;\\s])${side}\\s*:\\s*([\\d.]+)px`, 'gi')),
  ];
  return texts.flatMap((match) => (match ? [Number(match[1])] : []));
}

/** Sides of a button that one can press, in pixels (WCAG 2.5.5). */
const BUTTON = 44;

/** Whether a picture says that it is smaller than any button, as icons and pixels are. */
export const isIcon = (attributes: readonly Attribute[]): boolean =>
  [...saidPixels(attributes, 'width'), ...saidPixels(attributes, 'height')].some((length) => length < BUTTON);

/** What words and two buttons need, in pixels, as in `ui/styles/small-placeholder.css`. */
const ROOM = { width: 88, height: 120 };

/** Whether words and two buttons may have too little room: by what an element says, or by classes where it says no height. */
export function mayBeSmall(attributes: readonly Attribute[]): boolean {
  const says = (searched: string, pattern = /./) =>
    attributes.some(({ name, value }) => name === searched && pattern.test(value));
  const saysHeight = says('height') || says('style', /(^|[;\s])height\s*:/i);
  return (
    (['width', 'height'] as const).some((side) =>
      saidPixels(attributes, side).some((length) => length < ROOM[side]),
    ) ||
    (!saysHeight && says('class'))
  );
}
