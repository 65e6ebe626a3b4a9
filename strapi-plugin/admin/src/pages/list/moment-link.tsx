import { Typography } from '@strapi/design-system';
import { Link } from 'react-router-dom';
import { useTexts } from '../../texts';

/** Leads from a row to what it tells of. Day and time below each other: two lines are a target tall enough, and leave room. */
export function MomentLink({ to, moment }: { to: string; moment: string }) {
  const { intl } = useTexts();
  const day = intl.formatDate(moment, { dateStyle: 'medium' });
  const time = intl.formatTime(moment, { timeStyle: 'medium' });
  return (
    <Typography
      tag={Link}
      to={to}
      textColor="primary600"
      fontWeight="semiBold"
      style={{ display: 'inline-block', whiteSpace: 'pre' }}
    >
      {`${day}\n${time}`}
    </Typography>
  );
}
