import { Checkbox, DatePicker, Field, Flex, Grid, Link, Typography } from '@strapi/design-system';
import { type ReactNode, useState } from 'react';
import { UIDS } from '../../../../server/src/uids';
import type { RegisterPreset } from '../../api/contract';
import { localDay } from '../../day';
import { DialogForm } from '../../dialog';
import { useTexts } from '../../texts';
import { AddButton } from './add-button';
import { useAddition, useOpening } from './addition';

/** Opens what is known of a processor, and adds it to the register. */
export function AddProcessor({ preset }: { preset: RegisterPreset }) {
  return (
    <AddButton name={preset.name}>{(close) => <ProcessorForm preset={preset} close={close} />}</AddButton>
  );
}

function ProcessorForm({ preset, close }: { preset: RegisterPreset; close(): void }) {
  const { t, intl } = useTexts();
  const [subprocessor, setSubprocessor] = useState(preset.subprocessor);
  const [inPolicy, setInPolicy] = useState(preset.showInPrivacyPolicy);
  const [addedAt, setAddedAt] = useState<Date | undefined>(() => new Date());
  const { add, adding } = useAddition('/consent/catalogue/processors', useOpening(UIDS.processor));
  const send = () =>
    add({
      preset: preset.key,
      subprocessor,
      showInPrivacyPolicy: inPolicy,
      ...(addedAt ? { addedAt: localDay(addedAt) } : {}),
    });
  return (
    <DialogForm label={t('catalogue.add')} busy={adding} send={send} close={close}>
      <Facts preset={preset} />
      <Field.Root hint={t('processors.inPolicy.hint')}>
        <Checkbox checked={inPolicy} onCheckedChange={(checked) => setInPolicy(checked === true)}>
          {t('processors.inPolicy')}
        </Checkbox>
        <Field.Hint />
      </Field.Root>
      <Field.Root hint={t('processors.subprocessor.hint')}>
        <Checkbox checked={subprocessor} onCheckedChange={(checked) => setSubprocessor(checked === true)}>
          {t('processors.subprocessor')}
        </Checkbox>
        <Field.Hint />
      </Field.Root>
      <Field.Root hint={t('processors.addedAt.hint')}>
        <Field.Label>{t('processors.addedAt')}</Field.Label>
        <DatePicker
          locale={intl.locale}
          value={addedAt}
          onChange={setAddedAt}
          onClear={() => setAddedAt(undefined)}
          clearLabel={t('records.filters.clear')}
        />
        <Field.Hint />
      </Field.Root>
      <Typography variant="pi" textColor="neutral600">
        {t('processors.unverified')}
      </Typography>
    </DialogForm>
  );
}

function Facts({ preset }: { preset: RegisterPreset }) {
  const { t, country } = useTexts();
  const { mechanism, fallback } = preset.transfer;
  const links = [
    [t('processors.privacy'), preset.privacyUrl],
    [t('processors.dpa'), preset.dpaUrl],
    [t('processors.subprocessors'), preset.subprocessorsUrl],
  ] as const;
  return (
    <Grid.Root tag="dl" gap={4}>
      <Fact name={t('processors.purpose')}>{preset.purpose}</Fact>
      <Fact name={t('processors.role')}>{t(`role.${preset.role}`)}</Fact>
      <Fact name={t('processors.data')}>{preset.dataCategories.join(', ')}</Fact>
      <Fact name={t('processors.country')}>{country(preset.country)}</Fact>
      <Fact name={t('processors.transfer')}>
        {fallback
          ? `${t(`mechanism.${mechanism}`)}, ${t(`mechanism.${fallback}`)}`
          : t(`mechanism.${mechanism}`)}
      </Fact>
      <Fact name={t('processors.links')}>
        {links.map(
          ([label, url]) =>
            url && (
              <Flex key={label} tag="span">
                <Link href={url} isExternal>
                  {label}
                </Link>
              </Flex>
            ),
        )}
      </Fact>
    </Grid.Root>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <Grid.Item col={6} xs={12} direction="column" alignItems="flex-start">
      <Typography variant="sigma" tag="dt" textColor="neutral600">
        {name}
      </Typography>
      <Typography tag="dd">{children}</Typography>
    </Grid.Item>
  );
}
