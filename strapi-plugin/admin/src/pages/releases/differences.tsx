import { Box, Flex, Status, Typography } from '@strapi/design-system';
import type { ReactNode } from 'react';
import { styled } from 'styled-components';
import type { ConfigurationDifference } from '../../api/contract';
import { useTexts } from '../../texts';
import { useFieldText } from '../field-text';
import { InParts } from '../list/in-parts';
import { ValueChange } from './value-change';
import { uidOf } from './words';

/** How a change looks. The text of a warning in its own colour would be too pale on its background. */
const LOOKS = {
  added: { variant: 'success', textColor: 'success700' },
  changed: { variant: 'warning', textColor: 'neutral800' },
  removed: { variant: 'danger', textColor: 'danger700' },
} as const;

interface Props {
  differences: ConfigurationDifference[];
  /** What it is the difference of, for those who do not see it. */
  label: string;
}

/** What is different, document by document and field by field. */
export function Differences({ differences, label }: Props) {
  const { t } = useTexts();
  return (
    <Box role="region" aria-label={label}>
      <Typography variant="delta" tag="h3">
        {t('settings.import.count', { n: differences.length })}
      </Typography>
      <InParts entries={differences}>
        {(shown) => (
          <Flex tag="ul" direction="column" alignItems="stretch" gap={4} paddingTop={4}>
            {shown.map((difference, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: two documents may have one name.
              <li key={index}>
                <Document difference={difference} />
              </li>
            ))}
          </Flex>
        )}
      </InParts>
    </Box>
  );
}

function Document({ difference: { kind, name, change, fields } }: { difference: ConfigurationDifference }) {
  const { t } = useTexts();
  const fieldText = useFieldText();
  const { variant, textColor } = LOOKS[change];
  const told = fields.length > 0 && (
    <Fields>
      {fields.map(({ path, before, after }) => (
        <div key={path}>
          <dt>{fieldText(uidOf(kind), path)}</dt>
          <dd>
            <ValueChange kind={kind} before={before} after={after} />
          </dd>
        </div>
      ))}
    </Fields>
  );
  return (
    <>
      <Flex gap={3} wrap="wrap">
        <Status variant={variant} size="S">
          <Typography variant="pi" fontWeight="bold" textColor={textColor}>
            {t(`settings.change.${change}`)}
          </Typography>
        </Status>
        <Typography fontWeight="bold">
          {[t(`settings.kind.${kind}`), name].filter(Boolean).join(': ')}
        </Typography>
      </Flex>
      {change === 'changed' ? told : <Folded>{told}</Folded>}
    </>
  );
}

/** What is added or removed as a whole is much to read: whoever judges it opens it. */
function Folded({ children }: { children: ReactNode }) {
  const { t } = useTexts();
  return (
    <details>
      <Summary>{t('releases.content')}</Summary>
      {children}
    </details>
  );
}

const Summary = styled.summary`
  width: fit-content;
  margin-top: ${({ theme }) => theme.spaces[1]};
  padding: ${({ theme }) => theme.spaces[1]} 0;
  font-size: 1.4rem;
  line-height: 1.43;
  color: ${({ theme }) => theme.colors.primary600};
  cursor: pointer;
`;

const Fields = styled.dl`
  display: grid;
  gap: ${({ theme }) => theme.spaces[3]};
  margin-top: ${({ theme }) => theme.spaces[2]};
  padding-left: ${({ theme }) => theme.spaces[3]};
  border-left: 2px solid ${({ theme }) => theme.colors.neutral200};
  font-size: 1.4rem;
  line-height: 1.43;
  color: ${({ theme }) => theme.colors.neutral800};
  overflow-wrap: anywhere;
  dt {
    color: ${({ theme }) => theme.colors.neutral600};
  }
  del {
    color: ${({ theme }) => theme.colors.danger700};
  }
  ins {
    color: ${({ theme }) => theme.colors.success700};
  }
`;
