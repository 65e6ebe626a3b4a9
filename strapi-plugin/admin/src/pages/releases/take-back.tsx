import { Box, Button, Field, Flex, Modal, Textarea, Typography } from '@strapi/design-system';
import { ArrowClockwise } from '@strapi/icons';
import { useNotification } from '@strapi/strapi/admin';
import { useRef, useState } from 'react';
import { useAct } from '../../api/act';
import type { TakeBackPreview } from '../../api/contract';
import { DialogFooter } from '../../dialog';
import { useTexts } from '../../texts';
import { changesIn } from '../../waiting';
import { usePreviewConsentTakingBackMutation, useTakeBackConsentMutation } from './api';
import { Differences } from './differences';
import { Languages } from './languages';

interface Props {
  number: number;
  done(): void;
}

/** Publishes a release again, once it was seen what that changes. */
export function TakeBack({ number, done }: Props) {
  const { t, intl } = useTexts();
  const { toggleNotification } = useNotification();
  const act = useAct();
  const [ask, { isLoading: isAsking }] = usePreviewConsentTakingBackMutation();
  const [takeBack, { isLoading: isTaking }] = useTakeBackConsentMutation();
  const [preview, setPreview] = useState<TakeBackPreview | null>(null);
  const [note, setNote] = useState('');
  const opener = useRef<HTMLButtonElement>(null);
  const look = async () => setPreview(await act(ask(number)));
  const apply = async ({ basis }: TakeBackPreview) => {
    const taken = await act(takeBack({ number, basis, note }));
    if (!taken) return setPreview(null);
    const { isPlanned, latest } = taken;
    const message = isPlanned
      ? t('releases.takeBack.planned')
      : t('releases.takeBack.done', { number: latest });
    toggleNotification({ type: 'success', message });
    done();
  };
  return (
    <>
      <Button
        ref={opener}
        variant="secondary"
        startIcon={<ArrowClockwise />}
        onClick={look}
        loading={isAsking}
      >
        {t('releases.takeBack')}
      </Button>
      <Modal.Root open={preview !== null} onOpenChange={(open) => !open && setPreview(null)}>
        <Modal.Content
          onCloseAutoFocus={(event) => {
            // The dialog gives the focus back to what had it; that was nothing, as the button was disabled by loading.
            event.preventDefault();
            opener.current?.focus();
          }}
        >
          <Modal.Header closeLabel={t('close')}>
            <Modal.Title>{t('releases.takeBack.title', { number })}</Modal.Title>
          </Modal.Header>
          <Modal.Body>
            {preview && (
              <Flex direction="column" alignItems="stretch" gap={4}>
                <Typography>{t('releases.takeBack.hint')}</Typography>
                {preview.lostPictures.length > 0 && (
                  <Box background="warning100" borderColor="warning200" hasRadius padding={3}>
                    <Typography textColor="neutral800">
                      {t('releases.takeBack.lostPictures', {
                        names: intl.formatList(preview.lostPictures, { type: 'conjunction' }),
                      })}
                    </Typography>
                  </Box>
                )}
                {changesIn(preview) === 0 ? (
                  <Typography fontWeight="bold">{t('releases.takeBack.nothing')}</Typography>
                ) : (
                  <>
                    <Languages change={preview.locales} />
                    {preview.differences.length > 0 && (
                      <Box>
                        <Differences
                          differences={preview.differences}
                          label={t('settings.import.differences')}
                        />
                      </Box>
                    )}
                    <Field.Root>
                      <Field.Label>{t('releases.note')}</Field.Label>
                      <Textarea
                        value={note}
                        maxLength={2000}
                        onChange={(event) => setNote(event.target.value)}
                      />
                    </Field.Root>
                  </>
                )}
              </Flex>
            )}
          </Modal.Body>
          <DialogFooter close={() => setPreview(null)}>
            <Button
              onClick={() => preview && apply(preview)}
              disabled={!preview || changesIn(preview) === 0}
              loading={isTaking}
            >
              {t('releases.takeBack.apply')}
            </Button>
          </DialogFooter>
        </Modal.Content>
      </Modal.Root>
    </>
  );
}
