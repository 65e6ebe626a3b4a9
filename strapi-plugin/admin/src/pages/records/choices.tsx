import { Flex, Typography } from '@strapi/design-system';
import { Check, Cross } from '@strapi/icons';
import type { ConsentRecord } from '../../api/contract';
import { useTexts } from '../../texts';

interface Props {
  record: Pick<ConsentRecord, 'decisions' | 'services' | 'bases' | 'model'>;
  /** The name of a category, or of a service, by its key. */
  labelOf(key: string): string;
}

/** What was granted and what refused, by category, and apart from that what was said of single services. */
export function Choices({ record: { decisions, services, bases = {}, model }, labelOf }: Props) {
  const { t } = useTexts();
  if (Object.keys({ ...decisions, ...services }).length === 0) {
    const mayBeOn = model !== 'opt-in' || Object.keys(bases).length > 0;
    return <Typography variant="pi">{mayBeOn ? t('records.leftAsItWas') : '–'}</Typography>;
  }
  return (
    <Flex direction="column" alignItems="flex-start" gap={2}>
      <Marks decisions={decisions} bases={bases} labelOf={labelOf} />
      {services && (
        <Flex direction="column" alignItems="flex-start" gap={1}>
          <Typography variant="pi" textColor="neutral600">
            {t('records.choices.services')}
          </Typography>
          <Marks decisions={services} bases={{}} labelOf={labelOf} />
        </Flex>
      )}
    </Flex>
  );
}

interface MarksProps {
  decisions: ConsentRecord['decisions'];
  /** What of it was on without consent, and so objected to. */
  bases: ConsentRecord['bases'];
  labelOf(key: string): string;
}

/** A mark and a word beside each, not a colour alone. */
function Marks({ decisions, bases = {}, labelOf }: MarksProps) {
  const { t } = useTexts();
  const said = (key: string, granted: boolean) => {
    if (granted) return t('records.granted');
    return t(Object.hasOwn(bases, key) ? 'records.objected' : 'records.refused');
  };
  return (
    <Flex tag="ul" gap={2} wrap="wrap">
      {Object.entries(decisions).map(([key, granted]) => {
        const Mark = granted ? Check : Cross;
        return (
          <Flex
            key={key}
            tag="li"
            gap={1}
            hasRadius
            background={granted ? 'success100' : 'neutral150'}
            borderColor={granted ? 'success200' : 'neutral200'}
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
