import { type DefaultTheme, styled, useTheme } from 'styled-components';
import { FramedPage, framedPage } from './framed-page';

interface Props {
  /** Says what is shown. */
  title: string;
  /** The language of the text, which need not be that of the admin. */
  lang: string;
  /** What the core rendered: safe to publish as it is, and still kept out of the admin's own document. */
  html: string;
}

/** A piece of a page as the site renders it. */
export function PublishedHtml({ title, lang, html }: Props) {
  const theme = useTheme();
  return (
    <Frame title={title} srcDoc={framedPage({ lang, css: stylesOf(theme), body: `<body>${html}</body>` })} />
  );
}

// The admin cannot measure what is in the frame, so it scrolls there, and can be drawn taller.
const Frame = styled(FramedPage)`
  width: 100%;
  height: 60vh;
  min-height: 24rem;
  overflow: auto;
  resize: vertical;
`;

const stylesOf = ({ colors, spaces }: DefaultTheme): string => `
  :root {
    font-size: 62.5%;
    background: ${colors.neutral0};
  }
  body {
    margin: 0;
    font-family: -apple-system, BlinkMacSystemFont, 'Segoe UI', Roboto, Oxygen, Ubuntu, Cantarell, 'Open Sans',
      'Helvetica Neue', sans-serif;
    font-size: 1.5rem;
    line-height: 1.6;
    color: ${colors.neutral800};
    overflow-wrap: break-word;
  }
  h1, h2, h3, h4, h5, h6, p, ul, ol, table {
    margin: 0;
  }
  h1 {
    font-size: 2.6rem;
  }
  h2 {
    font-size: 2rem;
  }
  h3 {
    font-size: 1.7rem;
  }
  h4, h5, h6 {
    font-size: 1.5rem;
  }
  h1, h2, h3, p, ul, ol, table {
    margin-bottom: ${spaces[4]};
  }
  ul, ol {
    padding-left: ${spaces[6]};
  }
  img {
    max-width: 100%;
  }
  [data-legal-table-container] {
    overflow-x: auto;
  }
  table {
    width: 100%;
    border-collapse: collapse;
    font-size: 1.3rem;
  }
  caption, th, td {
    text-align: left;
    vertical-align: top;
    padding: ${spaces[2]};
    border-bottom: 1px solid ${colors.neutral200};
  }
  caption {
    font-weight: bold;
  }
  a {
    color: ${colors.primary600};
  }
`;
