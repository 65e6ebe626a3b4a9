import { Typography } from '@strapi/design-system';
import { styled } from 'styled-components';

/** A cell of words in one of Strapi's tables: it wraps, and where the table is wider than the screen it still has room for them. */
export const Sentence = styled(Typography)`
  display: block;
  min-width: 20rem;
  white-space: normal;
  overflow-wrap: anywhere;
`;
