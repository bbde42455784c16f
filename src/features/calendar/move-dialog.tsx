import { useTranslation } from 'react-i18next';
import type { LocalDate } from '#domain/time.ts';
import type { LocalRow } from '#schemas/registry.ts';
import { Dialog } from '#ui/dialog.tsx';
import type { SalonPart } from './calendar-reads.ts';

export interface MoveDialogProps {
  event: LocalRow<'events'>;
  salon: SalonPart;
  today: LocalDate;
  /** The day on which it stands then. */
  onDate(date: LocalDate): void;
  onClose(): void;
}

/** Moves an appointment without dragging: time, date and employee, or a slot that is tapped. */
export function MoveDialog({ onClose }: MoveDialogProps) {
  const { t } = useTranslation('booking');
  return (
    <Dialog open onClose={onClose} title={t('move')}>
      <p />
    </Dialog>
  );
}
