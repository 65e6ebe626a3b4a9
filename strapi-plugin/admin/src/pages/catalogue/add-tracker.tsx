import { Box, Checkbox, Field, Flex, Link, TextInput, Typography } from '@strapi/design-system';
import { useRef, useState } from 'react';
import { UIDS } from '../../../../server/src/uids';
import type { CataloguePreset, TrackerCatalogue } from '../../api/contract';
import { DialogForm } from '../../dialog';
import { type TextKey, useTexts } from '../../texts';
import { AddButton } from './add-button';
import { type Afterwards, useAddition, useOpening } from './addition';
import { CategoryChoice } from './category-choice';
import { CookieList } from './cookie-list';

interface Props {
  preset: CataloguePreset;
  categories: TrackerCatalogue['categories'];
}

/** Opens what a preset sets and needs, and adds it. */
export function AddTracker({ preset, categories }: Props) {
  return (
    <AddButton name={preset.name}>
      {(close) => <TrackerForm preset={preset} categories={categories} close={close} />}
    </AddButton>
  );
}

interface FormProps extends Props {
  /** The route that adds it. */
  path?: string;
  /** Whether it can be switched on at once; else it is for whoever opens it next. */
  mayEnable?: boolean;
  /** What is done once it is there; else its document is opened. */
  after?: Afterwards | undefined;
  close(): void;
}

/** What a preset sets and needs. */
export function TrackerForm({
  preset,
  categories,
  path = '/consent/catalogue/trackers',
  mayEnable = true,
  after,
  close,
}: FormProps) {
  const { t } = useTexts();
  const known = categories.some(({ key }) => key === preset.category);
  const [category, setCategory] = useState(known ? preset.category : (categories.at(-1)?.key ?? ''));
  const [values, setValues] = useState<Record<string, string>>({});
  const [enabled, setEnabled] = useState(mayEnable);
  const [tried, setTried] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const opening = useOpening(UIDS.tracker);
  const { add, adding } = useAddition(path, after ?? opening);
  const wrong = Object.fromEntries(
    preset.variables.map((variable) => [
      variable.name,
      problemOf(variable, values[variable.name] ?? '', enabled),
    ]),
  );
  const send = () => {
    setTried(true);
    if (Object.values(wrong).some(Boolean)) {
      requestAnimationFrame(() => form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus());
      return;
    }
    const variables = Object.fromEntries(Object.entries(values).filter(([, value]) => value.trim() !== ''));
    add({ preset: preset.key, category, variables, ...(mayEnable ? { enabled } : {}) });
  };
  return (
    <DialogForm label={t('catalogue.add')} busy={adding} form={form} send={send} close={close}>
      <About preset={preset} />
      {preset.variables.map((variable) => {
        const problem = wrong[variable.name];
        return (
          <Variable
            key={variable.name}
            variable={variable}
            value={values[variable.name] ?? ''}
            // An empty field is said to be missing only once somebody has tried to do without it.
            problem={
              (tried || values[variable.name]) && problem ? t(problem, { example: variable.example }) : ''
            }
            change={(value) => setValues({ ...values, [variable.name]: value })}
          />
        );
      })}
      <CategoryChoice
        categories={categories}
        value={category}
        change={setCategory}
        hint={t('trackers.category.hint')}
      />
      {mayEnable ? (
        <Field.Root hint={t('trackers.enable.hint')}>
          <Checkbox checked={enabled} onCheckedChange={(checked) => setEnabled(checked === true)}>
            {t('trackers.enable')}
          </Checkbox>
          <Field.Hint />
        </Field.Root>
      ) : (
        <Typography textColor="neutral600">{t('scanner.declare.off')}</Typography>
      )}
    </DialogForm>
  );
}

type PresetVariable = CataloguePreset['variables'][number];

/** What is wrong with a value; a tracker that stays switched off may have its variables filled in later. */
function problemOf(
  { pattern, default: fallback }: PresetVariable,
  value: string,
  enabled: boolean,
): TextKey | null {
  if (value.trim() === '') return enabled && fallback === undefined ? 'trackers.variable.missing' : null;
  return new RegExp(`^(?:${pattern})$`).test(value.trim()) ? null : 'trackers.variable.wrong';
}

interface VariableProps {
  variable: PresetVariable;
  value: string;
  problem: string;
  change(value: string): void;
}

function Variable({ variable, value, problem, change }: VariableProps) {
  const { name, label, description, example, pattern, default: fallback } = variable;
  if (pattern === 'true|false') {
    return (
      <Field.Root name={name} hint={description}>
        <Checkbox
          checked={(value || fallback) === 'true'}
          onCheckedChange={(checked) => change(String(checked === true))}
        >
          {label}
        </Checkbox>
        <Field.Hint />
      </Field.Root>
    );
  }
  return (
    <Field.Root name={name} required={fallback === undefined} error={problem || undefined} hint={description}>
      <Field.Label>{label}</Field.Label>
      <TextInput
        value={value}
        placeholder={fallback ?? example}
        onChange={(event) => change(event.target.value)}
      />
      <Field.Error />
      <Field.Hint />
    </Field.Root>
  );
}

function About({ preset }: { preset: CataloguePreset }) {
  const { t } = useTexts();
  return (
    <Flex direction="column" alignItems="stretch" gap={3}>
      <Typography tag="p">{preset.purpose}</Typography>
      <Typography tag="p">
        {preset.vendor ?? t('trackers.ownSite')}
        {preset.vendorPrivacyUrl && (
          <>
            {' · '}
            <Link href={preset.vendorPrivacyUrl} isExternal>
              {t('trackers.privacy')}
            </Link>
          </>
        )}
      </Typography>
      <Typography variant="pi" tag="p" textColor="neutral600">
        {preset.src ? t('trackers.loadsFrom', { src: preset.src }) : t('trackers.loadsNothing')}
      </Typography>
      <Box tag="section" aria-label={t('trackers.cookies')}>
        <Typography variant="sigma" tag="h3" textColor="neutral600">
          {t('trackers.cookies')}
        </Typography>
        <CookieList cookies={preset.cookies} />
      </Box>
    </Flex>
  );
}
