import { Flex, Typography } from '@strapi/design-system';
import { Check, Cross } from '@strapi/icons';
import type { ConsentRecord } from '../../api/contract';
import { useTexts } from '../../texts';

interface Props {
  decisions: ConsentRecord['decisions'];
  /** What of it was on without consent, and so objected to. */
  bases: ConsentRecord['bases'];
  /** The name of a category by its key. */
  labelOf(key: string): string;
}

/** What was granted and what refused: a mark and a word beside each category, not a colour alone. */
export function Choices({ decisions, bases = {}, labelOf }: Props) {
  const { t } = useTexts();
  const said = (key: string, granted: boolean) => {
    if (granted) return t('records.granted');
    return t(Object.hasOwn(bases, key) ? 'records.objected' : 'records.refused');
  };
  return (
    <Flex tag="ul" gap={2} wrap="wrap">
      {Object.entries(decisions).map(([key, granted]) => {
        const color = granted ? 'success' : 'neutral';
        const Mark = granted ? Check : Cross;
        return (
          <Flex
            key={key}
            tag="li"
            gap={1}
            hasRadius
            background={`${color}100`}
            paddingLeft={2}
            paddingRight={2}
            title={said(key, granted)}
          >
            <Mark aria-label={said(key, granted)} width="1.1rem" height="1.1rem" />
            <Typography variant="pi" textColor={granted ? 'success700' : 'neutral700'}>
              {labelOf(key)}
            </Typography>
          </Flex>
        );
      })}
    </Flex>
  );
}
