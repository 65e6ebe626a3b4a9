import { Box } from '@strapi/design-system';
import { useEffect, useRef, useState } from 'react';
import { FramedPage } from '../framed-page';
import { type BannerLook, bannerPreviewPage } from './preview-page';

/** What the banner is shown on, in CSS pixels. */
export const SCREENS = { desktop: { width: 1024, height: 640 }, phone: { width: 375, height: 680 } } as const;

/** So that all of a phone is seen beside the form. */
const TALLEST = 560;

export type Screen = keyof typeof SCREENS;

export interface BannerPreviewProps extends BannerLook {
  title: string;
  screen: Screen;
}

/**
 * The banner as the site renders it, from the same markup and the same styles, on a screen of its own. Nothing in it
 * can be used: it has no scripts, no forms and takes no focus.
 */
export default function BannerPreview({ title, screen, ...look }: BannerPreviewProps) {
  return <ScreenPreview title={title} screen={screen} page={bannerPreviewPage(look)} />;
}

/** A page on a screen of this size, as small as there is room for. */
export function ScreenPreview({ title, screen, page }: { title: string; screen: Screen; page: string }) {
  const { width, height } = SCREENS[screen];
  const frame = useRef<HTMLDivElement>(null);
  const [room, setRoom] = useState<number>(width);
  useEffect(() => {
    const observer = new ResizeObserver(([entry]) => entry && setRoom(entry.contentRect.width));
    if (frame.current) observer.observe(frame.current);
    return () => observer.disconnect();
  }, []);
  const scale = Math.min(1, room / width, TALLEST / height);
  return (
    <Box ref={frame} width="100%">
      <Box
        width={`${width * scale}px`}
        height={`${height * scale}px`}
        hasRadius
        borderColor="neutral200"
        style={{ overflow: 'hidden', marginInline: 'auto' }}
      >
        <FramedPage
          title={title}
          tabIndex={-1}
          srcDoc={page}
          style={{ width, height, transform: `scale(${scale})`, transformOrigin: '0 0' }}
        />
      </Box>
    </Box>
  );
}
