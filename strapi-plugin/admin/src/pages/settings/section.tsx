import { Box, Button, Flex, Grid, Typography } from '@strapi/design-system';
import { type ReactNode, useRef } from 'react';
import { useTexts } from '../../texts';
import { SettingField } from './field';
import type { SharedField, SimpleField } from './fields';
import { useForm } from './form';

interface SectionProps {
  title: string;
  hint?: string;
  /** What a reset of the whole section sets back. */
  fields?: readonly SharedField[];
  /** Sets back what is not a shared field. */
  reset?: () => void;
  children: ReactNode;
}

/** A part of a tab that can be set back as a whole. */
export function Section({ title, hint, fields = [], reset, children }: SectionProps) {
  const { t } = useTexts();
  const { draft, editable, setShared } = useForm();
  const set = fields.filter((field) => draft.shared[field] !== null);
  const resets = reset !== undefined || set.length > 0;
  const section = useRef<HTMLElement>(null);
  const setBack = () => {
    setShared(Object.fromEntries(set.map((field) => [field, null])));
    reset?.();
    // The button goes away, and would take the focus with it.
    section.current?.focus({ preventScroll: true });
  };
  return (
    <Box
      ref={section}
      tag="section"
      tabIndex={-1}
      background="neutral0"
      hasRadius
      shadow="tableShadow"
      padding={6}
      aria-label={title}
    >
      <Flex justifyContent="space-between" alignItems="flex-start" gap={4} wrap="wrap">
        <Box>
          <Typography variant="delta" tag="h2">
            {title}
          </Typography>
          {hint && (
            <Typography textColor="neutral600" tag="p">
              {hint}
            </Typography>
          )}
        </Box>
        {editable && resets && (
          <Button
            variant="tertiary"
            size="S"
            onClick={setBack}
            aria-label={`${title}: ${t('settings.resetAll')}`}
          >
            {t('settings.resetAll')}
          </Button>
        )}
      </Flex>
      <Box paddingTop={4}>{children}</Box>
    </Box>
  );
}

/** Fields side by side, two in a row where there is room. */
export function FieldGrid({ names }: { names: readonly SimpleField[] }) {
  return (
    <Grid.Root gap={5}>
      {names.map((name) => (
        <Grid.Item key={name} col={6} xs={12} direction="column" alignItems="stretch">
          <SettingField name={name} />
        </Grid.Item>
      ))}
    </Grid.Root>
  );
}

export const Sections = ({ children }: { children: ReactNode }) => (
  <Flex direction="column" alignItems="stretch" gap={6}>
    {children}
  </Flex>
);
