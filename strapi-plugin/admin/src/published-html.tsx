import { styled } from 'styled-components';

interface Props {
  /** The language of the text, which need not be that of the admin. */
  lang: string;
  /** What the core rendered: safe to publish as it is. */
  html: string;
}

/** A piece of a page as the site renders it. */
export function PublishedHtml({ lang, html }: Props) {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: the core escapes every value.
  return <Page lang={lang} dangerouslySetInnerHTML={{ __html: html }} />;
}

const Page = styled.div`
  max-width: 100%;
  overflow-x: auto;
  font-size: 1.5rem;
  line-height: 1.6;
  color: ${({ theme }) => theme.colors.neutral800};
  h1,
  h2,
  h3,
  h4,
  strong,
  th,
  caption {
    font-weight: bold;
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
  h1,
  h2,
  h3,
  p,
  ul,
  ol,
  table {
    margin-bottom: ${({ theme }) => theme.spaces[4]};
  }
  ul {
    list-style: disc;
    padding-left: ${({ theme }) => theme.spaces[6]};
  }
  ol {
    list-style: decimal;
    padding-left: ${({ theme }) => theme.spaces[6]};
  }
  em {
    font-style: italic;
  }
  [data-legal-table-container] {
    overflow-x: auto;
  }
  table {
    width: 100%;
    border-collapse: collapse;
    font-size: 1.3rem;
  }
  caption,
  th,
  td {
    text-align: left;
    vertical-align: top;
    padding: ${({ theme }) => theme.spaces[2]};
    border-bottom: 1px solid ${({ theme }) => theme.colors.neutral200};
  }
  a {
    color: ${({ theme }) => theme.colors.primary600};
  }
`;
