import { Box, Field, TextInput, Typography } from '@strapi/design-system';
import { useState } from 'react';
import type { FindingDetails, TrackerCatalogue } from '../../api/contract';
import { DialogForm } from '../../dialog';
import { useTexts } from '../../texts';
import { type Afterwards, useAddition } from './addition';
import { CategoryChoice } from './category-choice';
import { CookieList } from './cookie-list';

type SeenTracker = NonNullable<FindingDetails['seen']>;

interface Props {
  /** What is known of it. Cookies are left out where nobody looked for them. */
  seen: Pick<SeenTracker, 'name' | 'vendor' | 'category' | 'hosts'> & Partial<Pick<SeenTracker, 'cookies'>>;
  categories: Pick<TrackerCatalogue['categories'][number], 'key' | 'label'>[];
  /** The route that adds it, and what it is told beside the form. */
  path: string;
  more?: object;
  after: Afterwards;
  close(): void;
}

/** Makes a tracker of what the catalogue does not know, filled in as far as it was seen. */
export function UnknownForm({ seen, categories, path, more, after, close }: Props) {
  const { t } = useTexts();
  const [name, setName] = useState(seen.name);
  const [vendor, setVendor] = useState(seen.vendor ?? '');
  const [category, setCategory] = useState<string>(seen.category ?? '');
  const { add, adding } = useAddition(path, after);
  return (
    <DialogForm
      label={t('scanner.declare')}
      incomplete={!name.trim() || !category}
      busy={adding}
      send={() => add({ name, vendor, category, ...more })}
      close={close}
    >
      <Typography textColor="neutral600">{t('scanner.declare.off')}</Typography>
      <Field.Root required>
        <Field.Label>{t('scanner.declare.name')}</Field.Label>
        <TextInput value={name} maxLength={255} onChange={(event) => setName(event.target.value)} />
      </Field.Root>
      <Field.Root>
        <Field.Label>{t('scanner.declare.vendor')}</Field.Label>
        <TextInput value={vendor} maxLength={255} onChange={(event) => setVendor(event.target.value)} />
      </Field.Root>
      <CategoryChoice categories={categories} value={category} change={setCategory} />
      {seen.hosts.length > 0 && (
        <Box>
          <Typography variant="sigma" tag="h3" textColor="neutral600">
            {t('scanner.declare.hosts')}
          </Typography>
          <Typography style={{ overflowWrap: 'anywhere' }}>{seen.hosts.join(', ')}</Typography>
        </Box>
      )}
      {seen.cookies && (
        <Box>
          <Typography variant="sigma" tag="h3" textColor="neutral600">
            {t('trackers.cookies')}
          </Typography>
          <CookieList cookies={seen.cookies} />
        </Box>
      )}
    </DialogForm>
  );
}
