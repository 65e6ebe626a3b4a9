import { Box, Flex, Typography } from '@strapi/design-system';

/** What nobody changes here, each with its name. */
export function Facts({ facts }: { facts: readonly (readonly [name: string, value: string])[] }) {
  return (
    <Flex tag="dl" direction="column" alignItems="stretch" gap={3}>
      {facts.map(([name, value]) => (
        <Box key={name}>
          <Typography variant="sigma" tag="dt" textColor="neutral600">
            {name}
          </Typography>
          <Typography tag="dd" style={{ overflowWrap: 'anywhere' }}>
            {value}
          </Typography>
        </Box>
      ))}
    </Flex>
  );
}
