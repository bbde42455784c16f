import { Send } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { LeaveButton } from '#ui/leave-dialog.tsx';
import { TextArea } from '#ui/text-field.tsx';
import { toast } from '#ui/toast-store.ts';

/** A message to a salon: a confirmation and no call (document 3 §7). It says itself that nobody gets it yet. */
export function MessageDialog({ name, onClose }: { name: string; onClose: () => void }) {
  const { t } = useTranslation(['admin', 'common']);
  const [text, setText] = useState('');
  const blank = text.trim() === '';
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('message_title', { name })}
      dirty={!blank}
      size="narrow"
      onSubmit={(event) => {
        event.preventDefault();
        if (blank) return;
        toast({ title: t('message_sent'), description: t('message_not_delivered') });
        onClose();
      }}
      footer={
        <>
          <LeaveButton>{t('common:cancel')}</LeaveButton>
          <Button type="submit" variant="primary" disabled={blank} icon={<Send className="i" aria-hidden="true" />}>
            {t('send')}
          </Button>
        </>
      }
    >
      <TextArea
        label={t('message')}
        value={text}
        onChange={setText}
        hint={t('message_hint')}
        rows={4}
        maxLength={2000}
        autoFocus
      />
    </Dialog>
  );
}
