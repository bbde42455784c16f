import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '#ui/confirm-dialog.tsx';
import type { SalonPart } from './calendar-reads.ts';
import { closeLayer } from './card-store.ts';
import { useEventActions } from './event-actions.ts';
import { unbroken } from './unbroken.ts';
import { useBooking } from './use-booking.ts';

/** Asks, deletes, and offers to take it back. */
export function DeleteEvent({ id, salon }: { id: string; salon: SalonPart }) {
  const { t } = useTranslation('booking');
  const booking = useBooking(id, salon);
  const { remove } = useEventActions();
  useEffect(() => {
    if (booking === null) closeLayer();
  }, [booking]);
  if (!booking) return null;
  const { name, day, range, employee, blocked } = booking;
  const kind = blocked ? 'delete_block' : 'delete';
  return (
    <ConfirmDialog
      open
      title={t(`${kind}_title`, { name })}
      confirmLabel={t('delete_yes')}
      cancelLabel={t('cancel')}
      onCancel={closeLayer}
      onConfirm={() => {
        closeLayer();
        void remove(booking);
      }}
    >
      {t(`${kind}_body`, { day, range: unbroken(range), employee: employee?.name ?? t('nobody') })}
    </ConfirmDialog>
  );
}
