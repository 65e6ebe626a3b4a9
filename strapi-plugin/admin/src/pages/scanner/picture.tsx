import { Box } from '@strapi/design-system';
import type { FindingDetails } from '../../api/contract';

interface Props {
  picture: FindingDetails['screenshots'][number];
  label: string;
}

/** A picture of a report, as it came: its kind is one that holds no script. */
export const Picture = ({ picture: { mediaType, data }, label }: Props) => (
  <Box paddingTop={3}>
    <img
      src={`data:${mediaType};base64,${data}`}
      alt={label}
      style={{ maxWidth: '100%', maxHeight: '60rem', border: '1px solid currentColor' }}
    />
  </Box>
);
