import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { LeaveButton } from '#ui/leave-dialog.tsx';
import { TextArea } from '#ui/text-field.tsx';

export interface ReasonDialogProps {
  name: string;
  owner: string | null;
  busy: boolean;
  onReject: (reason: string) => void;
  onClose: () => void;
}

/** As long as the database keeps it. */
const LONGEST = 2000;

/** Why a salon is rejected: its people read it. */
export function ReasonDialog({ name, owner, busy, onReject, onClose }: ReasonDialogProps) {
  const { t } = useTranslation(['admin', 'common']);
  const [reason, setReason] = useState('');
  const blank = reason.trim() === '';
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('reject_title', { name })}
      dirty={!blank}
      size="narrow"
      onSubmit={(event) => {
        event.preventDefault();
        if (!blank && !busy) onReject(reason.trim());
      }}
      footer={
        <>
          <LeaveButton>{t('common:cancel')}</LeaveButton>
          <Button type="submit" variant="danger" disabled={blank} busy={busy}>
            {t('reject')}
          </Button>
        </>
      }
    >
      {owner ? <p className="mb-3 text-sm text-ink-2">{t('owner_is', { owner })}</p> : null}
      <TextArea
        label={t('reason')}
        value={reason}
        onChange={setReason}
        placeholder={t('reason_placeholder')}
        hint={t('reason_hint')}
        rows={4}
        maxLength={LONGEST}
        autoFocus
      />
    </Dialog>
  );
}
