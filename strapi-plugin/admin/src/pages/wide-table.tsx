import { Table } from '@strapi/design-system';
import type { ReactNode } from 'react';
import { styled } from 'styled-components';

/** Strapi's table for cells of whole sentences, which wrap instead of running out of sight. */
export function WideTable(props: { colCount: number; rowCount: number; children: ReactNode }) {
  return (
    <Cells>
      <Table {...props} />
    </Cells>
  );
}

const Cells = styled.div`
  && td {
    height: auto;
    padding-block: ${({ theme }) => theme.spaces[3]};
    font-size: 1.4rem;
    line-height: 1.43;
    white-space: normal;
    color: ${({ theme }) => theme.colors.neutral800};
  }
  && td > * {
    overflow-wrap: break-word;
  }
  && code {
    font-size: 1.3rem;
  }
`;
