import { Box, Typography } from '@strapi/design-system';
import type { ReactNode } from 'react';

interface Props {
  title: string;
  hint?: string;
  children: ReactNode;
}

/** A part of a page, with its title. */
export function Panel({ title, hint, children }: Props) {
  return (
    <Box tag="section" background="neutral0" hasRadius shadow="tableShadow" padding={6} aria-label={title}>
      <Typography variant="delta" tag="h2">
        {title}
      </Typography>
      {hint && (
        <Typography variant="pi" tag="p" textColor="neutral600">
          {hint}
        </Typography>
      )}
      <Box paddingTop={4}>{children}</Box>
    </Box>
  );
}
