import { DEFAULT_BASES, DEFAULT_REFUSALS, type LegalProposal } from '@permesso/consent-core';
import { Td, Tr } from '@strapi/design-system';
import { useTexts } from '../../texts';
import { Mark } from '../mark';
import { WideTable } from '../wide-table';
import { useForm } from './form';
import { useRegionName } from './region-name';
import { Section } from './section';

interface Row {
  region: string;
  rule: string;
  law: string;
  effectiveFrom?: string | undefined;
  proposal?: LegalProposal | undefined;
}

const VARIANTS = { law: 'success', later: 'alternative', applied: 'warning', off: 'secondary' } as const;

/** Where a purpose need not rest on consent, and where who refused is left alone: what is law, and what is proposed. */
export function BasisTable() {
  const { t, intl } = useTexts();
  const regionName = useRegionName();
  const { proposals } = useForm().view;
  const today = new Date().toISOString().slice(0, 10);
  const stateOf = ({ proposal, effectiveFrom }: Row): keyof typeof VARIANTS => {
    if (proposal) return proposals.includes(proposal) ? 'applied' : 'off';
    return effectiveFrom && effectiveFrom > today ? 'later' : 'law';
  };
  const rows: Row[] = [
    ...DEFAULT_BASES.map(({ purpose, basis, ...row }) => ({
      ...row,
      rule: `${t(`basis.purpose.${purpose}`)}: ${t(`basis.${basis}`)}`,
    })),
    ...DEFAULT_REFUSALS.map(({ months, ...row }) => ({ ...row, rule: t('basis.refusal', { n: months }) })),
  ];
  const heads = [
    t('settings.jurisdictions.region'),
    t('basis.rule'),
    t('settings.jurisdictions.law'),
    t('settings.jurisdictions.from'),
    t('settings.jurisdictions.state'),
  ];
  return (
    <Section title={t('basis.table')} hint={t('basis.table.hint')}>
      <WideTable heads={heads}>
        {rows.map((row) => (
          <Tr key={`${row.region} ${row.rule} ${row.law}`}>
            <Td>{regionName(row.region)}</Td>
            <Td>{row.rule}</Td>
            <Td>{row.law}</Td>
            <Td>
              {row.effectiveFrom
                ? intl.formatDate(row.effectiveFrom, { dateStyle: 'medium', timeZone: 'UTC' })
                : '–'}
            </Td>
            <Td>
              <Mark variant={VARIANTS[stateOf(row)]}>{t(`basis.state.${stateOf(row)}`)}</Mark>
            </Td>
          </Tr>
        ))}
      </WideTable>
    </Section>
  );
}
