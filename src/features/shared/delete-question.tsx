import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '#ui/overlay/confirm-dialog.tsx';
import { toast } from '#ui/overlay/toast-store.ts';
import { deletionOf, failureText, saving } from './use-saving.ts';

export interface DeleteQuestionProps {
  /** Of what would go; null: nothing is asked about. */
  name: string | null;
  /** The question, with the name in it. */
  title: string;
  remove: () => Promise<void>;
  /** The text of the toast after the deletion, or what says it itself; below it the title above the reason of a failure. */
  done: string | (() => void);
  failed: string;
  /** Its own words for a refusal. */
  reasonOf?: (error: unknown) => string;
  /** Other words than "Delete" for the answer that deletes. */
  confirmLabel?: string | undefined;
  /** A third answer, between the two. */
  between?: ReactNode;
  /** The facts in the question are still being read, or the third answer is at work: nothing can be confirmed. */
  waiting?: boolean;
  onDone: (deleted: boolean) => void;
  /** The text of the question: the results of the deletion, and what stays. */
  children: ReactNode;
}

/** The question before a row of a catalogue or a group goes, the deletion, and what came of it. */
export function DeleteQuestion(props: DeleteQuestionProps) {
  const { name, title, remove, done, failed, reasonOf = failureText, between, waiting = false, onDone, children } = props;
  const { t } = useTranslation('common');
  const [busy, setBusy] = useState(false);

  const confirmed = async (what: string) => {
    setBusy(true);
    try {
      await saving(deletionOf(what), remove);
      if (typeof done === 'string') toast({ title: t('success'), description: done });
      else done();
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
      title={title}
      confirmLabel={props.confirmLabel ?? t('delete')}
      busy={busy || waiting}
      onCancel={() => onDone(false)}
      onConfirm={() => name !== null && void confirmed(name)}
      between={between}
    >
      {children}
    </ConfirmDialog>
  );
}
