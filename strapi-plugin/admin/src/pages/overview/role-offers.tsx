import { Box, Button, Flex, Typography } from '@strapi/design-system';
import { type MouseEvent, useRef } from 'react';
import { useAct } from '../../api/act';
import type { OfferedRoles } from '../../api/contract';
import { useAllowedAll } from '../../permissions';
import { useTexts } from '../../texts';
import { Panel } from '../panel';
import { useConsentRoleOffersQuery, useMakeConsentRoleMutation, usePutOffConsentRolesMutation } from './api';

interface Place {
  /** Where they stand by themselves, and somebody can say "not now", for everybody. */
  canPutOff?: boolean;
}

/** Roles that colleagues may be given, for whoever makes roles, as long as one of them is not there. */
export function RoleOffers(place: Place) {
  return useAllowedAll('makeRoles') ? <Offers {...place} /> : null;
}

function Offers({ canPutOff = false }: Place) {
  const { t } = useTexts();
  const { data: { open, isPutOff } = { open: [], isPutOff: false } } = useConsentRoleOffersQuery();
  const [makeRole, { isLoading }] = useMakeConsentRoleMutation();
  const [putOff, { isLoading: isPuttingOff }] = usePutOffConsentRolesMutation();
  const act = useAct();
  const list = useRef<HTMLDivElement>(null);
  // The last one that is made goes with its panel, so that nothing stands there empty.
  if (open.length === 0 || (canPutOff && isPutOff)) return null;
  const make = async (key: OfferedRoles['open'][number]) => {
    await act(makeRole({ key }));
    // The button that was pressed goes; whoever uses the keyboard goes on among the others.
    list.current?.focus();
  };
  const notNow = async (button: HTMLElement) => {
    // All of this goes; what is left is the page around it.
    const page = button.closest('main');
    if (await act(putOff())) page?.focus();
  };
  return (
    <Panel title={t('roles.title')} hint={t('roles.hint')}>
      <Flex ref={list} tabIndex={-1} tag="ul" direction="column" alignItems="stretch" gap={4}>
        {open.map((key) => (
          <Flex key={key} tag="li" justifyContent="space-between" alignItems="flex-start" gap={4} wrap="wrap">
            <Box flex="1 1 24rem" minWidth={0}>
              <Typography fontWeight="semiBold">{t(`roles.${key}`)}</Typography>
              <Typography variant="pi" tag="p" textColor="neutral600">
                {t(`roles.${key}.may`)}
              </Typography>
            </Box>
            <Button
              variant="secondary"
              size="S"
              disabled={isLoading}
              aria-label={t('roles.make.label', { role: t(`roles.${key}`) })}
              onClick={() => void make(key)}
            >
              {t('roles.make')}
            </Button>
          </Flex>
        ))}
      </Flex>
      {canPutOff && (
        <Flex gap={4} wrap="wrap" paddingTop={4}>
          <Button
            variant="tertiary"
            size="S"
            disabled={isPuttingOff}
            onClick={({ currentTarget }: MouseEvent<HTMLElement>) => void notNow(currentTarget)}
          >
            {t('roles.notNow')}
          </Button>
          <Typography variant="pi" textColor="neutral600">
            {t('roles.notNow.hint')}
          </Typography>
        </Flex>
      )}
    </Panel>
  );
}
