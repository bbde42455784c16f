import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { of } from 'rxjs';
import { unsavedInOtherWindows } from '#data/browser/other-windows.ts';
import type { UnsavedWork } from '#data/local-data/unsaved-work.ts';
import { useUnsavedWords } from '#features/shared/unsaved-words.ts';
import { useSessionState } from '#features/shared/use-replica.ts';
import { Checkbox } from '#ui/form/checkbox.tsx';
import { ConfirmDialog } from '#ui/overlay/confirm-dialog.tsx';
import { useLive } from '#ui/timing/use-live.ts';

/** The work and data of a person on this device when they ask to sign out. */
export interface Leaving {
  /** Unsent in the open replica, null where none was open yet; and in salons that are not open. */
  readonly open: number | null;
  readonly elsewhere: number;
  /** The changes that wait for a decision, counted in the same two places. */
  readonly undecided: { readonly open: number; readonly elsewhere: number };
  /** Their salons on this device. */
  readonly salons: readonly number[];
  /** Others have signed in on this browser. */
  readonly shared: boolean;
  /** The screens of other windows in which the person has typed something. */
  readonly typed: readonly string[];
  /** The unsaved work in these salons: it goes with them. */
  readonly unsaved: UnsavedWork;
}

interface SignOutDialogProps {
  /** `unknown` where it could not be counted. */
  counted: Leaving | 'unknown';
  onStay: () => void;
  /** @param removing the salons that are to be taken from this device */
  onLeave: (removing: readonly number[]) => void;
}

/**
 * Says what stays on this device: what the server has not seen, in every case; the salon's rows, unless the person has them
 * taken away, which is offered only where nothing of theirs would be lost. While the replica is open the numbers are live.
 */
export function SignOutDialog({ counted, onStay, onLeave }: SignOutDialogProps) {
  const { t } = useTranslation('auth');
  const { replica } = useSessionState();
  // One that has opened since was counted with those that were not open.
  const wasOpen = counted === 'unknown' || counted.open !== null;
  const status = useLive(() => (wasOpen && replica?.status$) || of(undefined), [replica, wasOpen]);
  const unsaved = useUnsavedWords(counted === 'unknown' ? null : counted.unsaved);
  const [removes, setRemoves] = useState(counted !== 'unknown' && counted.shared && unsaved === null);
  const pending = counted === 'unknown' ? counted : (status?.pending ?? counted.open ?? 0) + counted.elsewhere;
  const undecided = counted === 'unknown' ? 0 : (status?.issues ?? counted.undecided.open) + counted.undecided.elsewhere;
  const sent = pending === 0;
  const salons = counted === 'unknown' ? [] : counted.salons;
  const typed = useTyped(counted === 'unknown' ? [] : counted.typed);
  const safe = sent && typed.length === 0;
  const mayRemove = safe && undecided === 0 && salons.length > 0;
  const unsent = pending === 'unknown' ? t('sign_out_unknown') : t('sign_out_unsent', { count: pending });
  return (
    <ConfirmDialog
      open
      tone={safe ? 'primary' : 'danger'}
      title={safe ? t('sign_out_all_sent') : typed.length > 0 ? t('sign_out_typed_title') : unsent}
      cancelLabel={sent ? t('sign_out_stay') : t('sign_out_wait')}
      confirmLabel={safe ? t('sign_out') : t(sent ? 'sign_out_anyway' : 'sign_out_keep')}
      onCancel={onStay}
      onConfirm={() => onLeave(mayRemove && removes ? salons : [])}
    >
      {typed.map((where) => (
        <p key={where}>{t('sign_out_typed', { where })}</p>
      ))}
      {typed.length > 0 ? <p className="mt-2">{t('sign_out_typed_locked')}</p> : null}
      {typed.length > 0 && !sent ? <p className="mt-2 font-medium text-ink">{unsent}</p> : null}
      {sent ? null : (
        <>
          <p>{t('sign_out_kept', { count: pending === 'unknown' ? 2 : pending })}</p>
          {status?.phase === 'offline' && <p className="mt-2">{t('sign_out_offline')}</p>}
          {salons.length > 0 && <p className="mt-2">{t('sign_out_rows_wait')}</p>}
        </>
      )}
      {sent && undecided > 0 ? <p>{t('sign_out_undecided', { count: undecided })}</p> : null}
      {mayRemove ? (
        <>
          <Checkbox
            className="text-ink"
            checked={removes}
            onChange={setRemoves}
            label={t('sign_out_remove', { count: salons.length })}
          />
          <p className="hint" role="status">
            {removes ? t('sign_out_goes') : t('sign_out_stays', { count: salons.length })}
            {removes && unsaved !== null ? <b className="mt-1 block font-medium text-danger">{unsaved}</b> : null}
          </p>
        </>
      ) : null}
    </ConfirmDialog>
  );
}

/** Returns the screens of other windows with unsaved typing, looked up again whenever the person comes back to this window. */
function useTyped(counted: readonly string[]): readonly string[] {
  const state = useSessionState();
  const userId = state.phase === 'signed-in' ? state.profile.id : null;
  const [typed, setTyped] = useState(counted);
  useEffect(() => {
    if (userId === null) return;
    const look = () => void unsavedInOtherWindows(userId).then(setTyped, (error: unknown) => console.warn('Not looked', error));
    window.addEventListener('focus', look);
    document.addEventListener('visibilitychange', look);
    return () => {
      window.removeEventListener('focus', look);
      document.removeEventListener('visibilitychange', look);
    };
  }, [userId]);
  return typed;
}
