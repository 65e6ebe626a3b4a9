import { Status, Typography } from '@strapi/design-system';

interface Props {
  variant: 'danger' | 'warning' | 'secondary' | 'neutral' | 'success' | 'primary' | 'alternative';
  children: string;
}

/** A state in a word, in its colour. */
export function Mark({ variant, children }: Props) {
  return (
    <Status variant={variant} size="S" width="max-content" maxWidth="100%" shrink={0}>
      <Typography variant="pi" fontWeight="bold" textColor={`${variant}700`}>
        {children}
      </Typography>
    </Status>
  );
}
