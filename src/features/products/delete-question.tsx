import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { deletionOf, failureText, saving } from '#features/use-saving.ts';
import { ConfirmDialog } from '#ui/confirm-dialog.tsx';
import { toast } from '#ui/toast-store.ts';

export interface DeleteQuestionProps {
  /** Of what would go; null: nothing is asked about. */
  name: string | null;
  body: string;
  remove: () => Promise<void>;
  /** What is said when it is gone, and over the reason when it is not. */
  done: string;
  failed: string;
  /** Its own words for a refusal. */
  reasonOf?: (error: unknown) => string;
  onDone: (deleted: boolean) => void;
}

/** The question before a product or a group goes, and what came of it. */
export function DeleteQuestion({ name, body, remove, done, failed, reasonOf = failureText, onDone }: DeleteQuestionProps) {
  const { t } = useTranslation(['products', 'common']);
  const [busy, setBusy] = useState(false);

  const confirmed = async () => {
    setBusy(true);
    try {
      await saving(deletionOf(name ?? ''), remove);
      toast({ title: t('common:success'), description: done });
      onDone(true);
    } catch (error) {
      toast({ title: failed, description: reasonOf(error), variant: 'destructive' });
      onDone(false);
    } finally {
      setBusy(false);
    }
  };

  return (
    <ConfirmDialog
      open={name !== null}
      title={t('delete_title', { name: name ?? '' })}
      confirmLabel={t('common:delete')}
      busy={busy}
      onCancel={() => onDone(false)}
      onConfirm={() => void confirmed()}
    >
      {body}
    </ConfirmDialog>
  );
}
