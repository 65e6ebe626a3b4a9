import { Box, Flex, Typography } from '@strapi/design-system';
import { CheckCircle, WarningCircle } from '@strapi/icons';
import type { ReactNode } from 'react';
import type { PublishedState } from '../api/contract';
import { usePublishedState } from '../published-state';
import { useTexts } from '../texts';

/** What a panel beside a document holds, below its title. */
export function PanelSection({ label, children }: { label: string; children: ReactNode }) {
  return (
    <Flex tag="section" direction="column" alignItems="stretch" gap={4} width="100%" aria-label={label}>
      {children}
    </Flex>
  );
}

interface MarkedProps {
  /** Else it should be looked at. */
  isWell: boolean;
  tag?: 'div' | 'li';
  children: ReactNode;
}

/** Something said beside a mark: all is well with it, or somebody should look at it. */
export function Marked({ isWell, tag = 'div', children }: MarkedProps) {
  const Mark = isWell ? CheckCircle : WarningCircle;
  return (
    <Flex tag={tag} gap={2} alignItems="flex-start">
      <Box paddingTop={1}>
        <Mark fill={isWell ? 'success600' : 'warning600'} aria-hidden />
      </Box>
      {/* Hosts and addresses are long, and the panel is narrow. */}
      <Box minWidth={0} style={{ overflowWrap: 'anywhere' }}>
        {children}
      </Box>
    </Flex>
  );
}

/** What needs to know what is published now. */
export function WithPublishedState({ children }: { children(state: PublishedState): ReactNode }) {
  const { t } = useTexts();
  const { data: state, isError } = usePublishedState();
  if (isError) return <Typography textColor="danger600">{t('error.load')}</Typography>;
  if (!state) return <Typography textColor="neutral600">{t('loading')}</Typography>;
  return children(state);
}
