import { PolicyVersionBlock } from '@permesso/consent-core/legal';
import { Button, Flex, IconButton, IconButtonGroup } from '@strapi/design-system';
import { Bold, BulletList, GridNine, HeadingTwo, Italic, Link } from '@strapi/icons';
import { useTexts } from '../../texts';
import {
  beginLine,
  COOKIE_TABLES,
  type CookieTableVariant,
  insertBlock,
  PROCESSOR_TABLES,
  processorTable,
  type Selected,
  wrap,
} from './insert';
import { InsertMenu } from './insert-menu';

interface Props {
  disabled: boolean;
  edit(change: (selected: Selected) => Selected): void;
}

/** Formats text, and inserts tables and shortcodes with their options. */
export function Toolbar({ disabled, edit }: Props) {
  const { t } = useTexts();
  const block = (text: string) => edit((selected) => insertBlock(selected, text));
  const table = `| ${t('legal.table.column')} | ${t('legal.table.column')} |\n| --- | --- |\n|  |  |`;
  const formats = [
    { key: 'heading', Icon: HeadingTwo, act: (selected: Selected) => beginLine(selected, '## ') },
    { key: 'bold', Icon: Bold, act: (selected: Selected) => wrap(selected, '**', '**', t('legal.sample')) },
    { key: 'italic', Icon: Italic, act: (selected: Selected) => wrap(selected, '*', '*', t('legal.sample')) },
    {
      key: 'link',
      Icon: Link,
      act: (selected: Selected) => wrap(selected, '[', '](https://)', t('legal.sample')),
    },
    { key: 'list', Icon: BulletList, act: (selected: Selected) => beginLine(selected, '- ') },
    { key: 'table', Icon: GridNine, act: (selected: Selected) => insertBlock(selected, table) },
  ] as const;
  return (
    <Flex role="toolbar" aria-label={t('legal.toolbar')} gap={2} wrap="wrap">
      <IconButtonGroup>
        {formats.map(({ key, Icon, act }) => (
          <IconButton key={key} label={t(`legal.${key}`)} disabled={disabled} onClick={() => edit(act)}>
            <Icon />
          </IconButton>
        ))}
      </IconButtonGroup>
      <InsertMenu
        label={t('legal.cookieTable')}
        disabled={disabled}
        insert={block}
        items={(Object.keys(COOKIE_TABLES) as CookieTableVariant[]).map((variant) => ({
          label: t(`legal.cookieTable.${variant}`),
          text: COOKIE_TABLES[variant],
        }))}
      />
      <InsertMenu
        label={t('legal.processorTable')}
        disabled={disabled}
        insert={block}
        items={PROCESSOR_TABLES.map((mode) => ({
          label: t(`legal.processorTable.${mode}`),
          text: processorTable(mode),
        }))}
      />
      <Button variant="tertiary" disabled={disabled} onClick={() => block(PolicyVersionBlock.example)}>
        {t('legal.policyVersion')}
      </Button>
    </Flex>
  );
}
