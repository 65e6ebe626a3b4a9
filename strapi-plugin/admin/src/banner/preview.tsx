import type { ConsentBannerConfig, ConsentModel } from '@permesso/consent-core';
import { bannerHtml } from '@permesso/consent-core/banner';
import { Box } from '@strapi/design-system';
import { useEffect, useRef, useState } from 'react';
import { FramedPage, framedPage } from '../framed-page';
import { ofLanguage } from '../site/language';
import site from './site.json';

/** What the banner is shown on, in CSS pixels. */
export const SCREENS = { desktop: { width: 1024, height: 640 }, phone: { width: 375, height: 680 } } as const;

/** So that all of a phone is seen beside the form. */
const TALLEST = 560;

export type Screen = keyof typeof SCREENS;

export interface BannerPreviewProps {
  title: string;
  banner: ConsentBannerConfig;
  model: ConsentModel;
  locale: string;
  scheme: 'light' | 'dark';
  screen: Screen;
}

/**
 * The banner as the site renders it, from the same markup and the same styles, on a screen of its own. Nothing in it
 * can be used: it has no scripts, no forms and takes no focus.
 */
export function BannerPreview({ title, screen, ...look }: BannerPreviewProps) {
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
          srcDoc={pageOf(look)}
          style={{ width, height, transform: `scale(${scale})`, transformOrigin: '0 0' }}
        />
      </Box>
    </Box>
  );
}

function pageOf({ banner, model, locale, scheme }: Omit<BannerPreviewProps, 'title' | 'screen'>): string {
  // The site's own languages fill in what the CMS leaves out.
  const { direction, ...texts } = ofLanguage(site.texts, locale, site.texts.en);
  const html = bannerHtml({
    banner,
    model,
    stale: false,
    texts,
    basePath: '',
    returnTo: '',
    due: true,
    direction: direction === 'rtl' ? 'rtl' : 'ltr',
  });
  return framedPage({
    lang: locale,
    root: ` dir="${direction}" data-consent-ui="banner" data-scheme="${scheme}"`,
    css: `${SURROUNDINGS}${site.css.join('\n')}`,
    body: `<body inert><main>${'<p></p>'.repeat(4)}</main>${html}</body>`,
  });
}

/** A page that says nothing, so that all eyes are on the banner. */
const SURROUNDINGS = `
  :root { --consent-color-scheme: light; --line: #e4e9ef; background: #f7f9fb; font: 16px/1.5 system-ui, sans-serif; }
  :root[data-scheme="dark"] { --consent-color-scheme: dark; --line: #232c38; background: #0e131a; }
  :root::after { display: none !important; }
  body { margin: 0; overflow: hidden; }
  main { display: grid; gap: 1rem; padding: 2.5rem 8%; }
  main p { margin: 0; block-size: 1.25rem; border-radius: 0.5rem; background: var(--line); }
  main p:first-child { block-size: 3rem; inline-size: 45%; }
  main p:last-child { inline-size: 70%; }
`;
