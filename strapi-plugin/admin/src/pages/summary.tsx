import { styled } from 'styled-components';

/** What opens and closes details: as tall as a target has to be. */
export const Summary = styled.summary`
  width: fit-content;
  min-height: 2.4rem;
  padding-block: 0.4rem;
  color: ${({ theme }) => theme.colors.neutral600};
  font-size: ${({ theme }) => theme.fontSizes[1]};
  cursor: pointer;
`;
