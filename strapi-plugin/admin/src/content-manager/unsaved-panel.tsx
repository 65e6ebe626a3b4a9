import type { DocumentActionComponent, PanelComponent } from '@strapi/content-manager/strapi-admin';
import { Button, Field, Flex, Textarea, Typography } from '@strapi/design-system';
import { useForm } from '@strapi/strapi/admin';
import { useFieldName } from '../pages/field-text';
import { useTexts } from '../texts';
import { isRelation } from './form-values';
import { PanelSection } from './panel-parts';
import { dismissUnsaved, type EditedForm, useEditedForm, useUnsaved } from './unsaved-edits';

/** Beside a form that shows what somebody else has saved meanwhile: what its editor had typed there, to copy or to put back. */
export const UnsavedPanel: PanelComponent = ({ model, documentId }) => {
  const { t } = useTexts();
  const form = useEditedForm(model, documentId);
  const unsaved = useUnsaved(form);
  if (form === null || Object.keys(unsaved).length === 0) return null;
  return { title: t('unsaved.title'), content: <Unsaved form={form} /> };
};

/** The same in the dialog of a relation, beside which there are no panels: behind a button. */
export const UnsavedInDialog: DocumentActionComponent = ({ model, documentId }) => {
  const { t } = useTexts();
  const form = useEditedForm(model, documentId);
  const unsaved = useUnsaved(form);
  if (form === null || Object.keys(unsaved).length === 0) return null;
  return {
    label: t('unsaved.title'),
    position: 'relation-modal',
    dialog: { type: 'modal', title: t('unsaved.title'), content: <Unsaved form={form} /> },
  };
};

UnsavedInDialog.position = 'relation-modal';

function Unsaved({ form }: { form: EditedForm }) {
  const { t } = useTexts();
  return (
    <PanelSection label={t('unsaved.title')}>
      <Typography variant="pi" textColor="neutral700">
        {t('unsaved.hint')}
      </Typography>
      {Object.entries(useUnsaved(form)).map(([name, value]) => (
        <Value key={name} form={form} name={name} value={value} />
      ))}
    </PanelSection>
  );
}

interface ValueProps {
  form: EditedForm;
  name: string;
  value: unknown;
}

function Value({ form, name, value }: ValueProps) {
  const { t } = useTexts();
  const field = useFieldName()(form.model, name);
  const { values, setValues, disabled } = useForm('Unsaved', (state) => state);
  const putBack = () => {
    setValues({ ...values, [name]: value });
    dismissUnsaved(form, name);
  };
  return (
    <Flex direction="column" alignItems="stretch" gap={2}>
      <Field.Root>
        <Field.Label>{t('unsaved.field', { field })}</Field.Label>
        <Textarea readOnly value={asText(value)} />
      </Field.Root>
      <Flex gap={2} wrap="wrap">
        {/* It was chosen instead of what was there before: it is chosen anew. */}
        {!isRelation(value) && (
          <Button
            variant="secondary"
            disabled={disabled}
            aria-label={t('unsaved.putBack.label', { field })}
            onClick={putBack}
          >
            {t('unsaved.putBack')}
          </Button>
        )}
        <Button
          variant="tertiary"
          aria-label={t('unsaved.dismiss.label', { field })}
          onClick={() => dismissUnsaved(form, name)}
        >
          {t('unsaved.dismiss')}
        </Button>
      </Flex>
    </Flex>
  );
}

/** A text as it is; of a relation the names of what was chosen; a list or a table as JSON. What was emptied is null. */
function asText(value: unknown): string {
  if (typeof value === 'string') return value;
  if (isRelation(value)) return value.connect.map(({ label }) => label).join(', ');
  return value === null ? '' : JSON.stringify(value, null, 2);
}
