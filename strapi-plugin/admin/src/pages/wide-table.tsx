import { Table, Tbody, Th, Thead, Tr, Typography } from '@strapi/design-system';
import type { ReactNode } from 'react';
import { styled } from 'styled-components';

/** The place of a row, which the table gives it: by the arrow keys only that is reached whose `Tr` has it. */
export interface RowPlace {
  'aria-rowindex'?: number;
}

interface Props {
  /** What stands above each column. */
  heads: string[];
  /** A row each. */
  children: ReactNode[];
}

/**
 * Strapi's table for cells of whole sentences, which wrap instead of running out of sight. The one of its content manager
 * gives the cells of its head no place, and so is left out by the tab key with all that is in it.
 */
export function WideTable({ heads, children }: Props) {
  return (
    <Cells>
      <Table colCount={heads.length} rowCount={children.length + 1}>
        <Thead>
          <Tr>
            {heads.map((head) => (
              <Th key={head}>
                <Typography variant="sigma">{head}</Typography>
              </Th>
            ))}
          </Tr>
        </Thead>
        <Tbody>{children}</Tbody>
      </Table>
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
