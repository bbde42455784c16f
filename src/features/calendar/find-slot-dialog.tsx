import { useTranslation } from 'react-i18next';
import type { LocalDate } from '#domain/time.ts';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';

/** A free slot that a person chose; `draftOfSlot` of reservation-form.ts makes the draft of a reservation of it. */
export interface PickedSlot {
  readonly resourceId: string;
  /** ISO UTC. */
  readonly start: string;
  readonly minutes: number;
  readonly serviceId: string;
}

export interface FindSlotDialogProps {
  /** The day that the calendar shows: the search begins there, never before now. */
  date: LocalDate;
  onClose(): void;
  /** The dialog does not close itself: the reservation takes its place. */
  onPick(slot: PickedSlot): void;
}

/** The next free slots for a service, with anyone or with one employee, from a date on. */
export function FindSlotDialog({ onClose }: FindSlotDialogProps) {
  const { t } = useTranslation(['reservation', 'calendar']);
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('find.title')}
      footer={
        <Button className="ml-auto" onClick={onClose}>
          {t('calendar:reservation.close')}
        </Button>
      }
    >
      {null}
    </Dialog>
  );
}
