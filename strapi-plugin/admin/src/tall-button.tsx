import { Button } from '@strapi/design-system';
import { styled } from 'styled-components';

/** As tall as its words need: beside a form there is room for one or two of them on a line. */
export const TallButton = styled(Button)`
  height: auto;
  min-height: 3.2rem;
  padding-block: ${({ theme }) => theme.spaces[1]};
`;
