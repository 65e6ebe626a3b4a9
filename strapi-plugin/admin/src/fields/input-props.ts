import type { InputProps } from '@strapi/strapi/admin';
import type { ReactNode } from 'react';

/** What the content manager hands to a custom field's input. */
export type CustomFieldProps = InputProps & { labelAction?: ReactNode };
