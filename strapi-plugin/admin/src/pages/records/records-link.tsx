import { Typography } from '@strapi/design-system';
import { Link } from 'react-router-dom';
import { recordsUnder } from './filter';

/** A consent id that leads to the list of what is kept under it. */
export function RecordsLink({ consentId }: { consentId: string }) {
  return (
    <Typography tag={Link} to={recordsUnder(consentId)} textColor="primary600">
      {consentId}
    </Typography>
  );
}
