import { CircleCheck, CircleX, Info } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { giveUpSalon, type InvitationState } from '#data/people/people-server.ts';
import { forgetInvitation } from '#data/people/waiting-invitation.ts';
import { peopleFailureText } from '#features/shared/people-words.ts';
import { useOnline } from '#features/shared/use-online.ts';
import { useSession, useSessionState } from '#features/shared/use-replica.ts';
import { ConfirmDialog } from '#ui/overlay/confirm-dialog.tsx';
import { toast } from '#ui/overlay/toast-store.ts';
import { Button } from '#ui/page/button.tsx';
import { AuthFrame } from './auth-frame.tsx';

const MARKS = { good: CircleCheck, bad: CircleX, plain: Info } as const;
const COLOURS = { good: 'text-success', bad: 'text-danger', plain: 'text-ink-2' } as const;

interface JoinOutcomeProps {
  title: string;
  text: string;
  tone?: keyof typeof MARKS;
  /** The one thing to do. */
  children: ReactNode;
}

/** Something to know in the place of the form, and what to do about it, which has the focus. */
export function JoinOutcome({ title, text, tone = 'plain', children }: JoinOutcomeProps) {
  const { t } = useTranslation('join');
  const Mark = MARKS[tone];
  const next = useRef<HTMLDivElement>(null);
  useEffect(() => next.current?.querySelector<HTMLElement>('a, button')?.focus(), []);
  return (
    <AuthFrame title={title} documentTitle={t('document')}>
      <div className="flex items-start gap-3" role="status">
        <Mark className={`i i-lg ${COLOURS[tone]}`} aria-hidden="true" />
        <p className="min-w-0 flex-1 break-words text-ink-2">{text}</p>
      </div>
      <div ref={next} className="contents">
        {children}
      </div>
    </AuthFrame>
  );
}

/** An invitation that nobody can use any more, so that it waits no longer: whoever signs in here next has no use for it. */
export function Over({ state, onOther }: { state: Exclude<InvitationState, 'open'>; onOther: () => void }) {
  const { t } = useTranslation('join');
  useEffect(forgetInvitation, []);
  return (
    <JoinOutcome title={t('over_title')} tone="bad" text={t(state)}>
      <Button variant="primary" className="h-11! w-full max-md:h-12!" onClick={onOther}>
        {t('other_code')}
      </Button>
    </JoinOutcome>
  );
}

/** The salon in which the signed-in person is already. */
export interface OwnSalon {
  readonly name: string;
  /** They may give it up, if it is empty. */
  readonly isOwner: boolean;
}

interface HasSalonProps {
  own: OwnSalon | null;
  /** The name of the salon that invites. */
  joined: string;
  email: string;
  onGivenUp: () => void;
  onSignOut: () => void;
}

/** The person is in another salon. One that they made by mistake can be given up right here, as long as nothing is in it. */
export function HasSalon({ own, joined, email, onGivenUp, onSignOut }: HasSalonProps) {
  const { t } = useTranslation('join');
  const session = useSession();
  const state = useSessionState();
  const online = useOnline();
  const [asking, setAsking] = useState(false);
  const [busy, setBusy] = useState(false);
  const salon = own?.name ?? '';
  const salonId = state.phase === 'signed-in' ? state.profile.salonId : null;
  const give = async () => {
    if (salonId === null) return;
    setAsking(false);
    setBusy(true);
    try {
      // What this device has not sent, the server does not know of.
      if ((state.replica?.status$.value.pending ?? 0) > 0) throw new Error(t('unsent'));
      await giveUpSalon(await session.client(), salonId);
      await session.salonWithdrawn(salonId);
      toast({ title: t('given_up') });
      onGivenUp();
    } catch (error) {
      toast({ variant: 'destructive', title: t('give_up_failed'), description: peopleFailureText(error) });
    } finally {
      setBusy(false);
    }
  };
  return (
    <JoinOutcome title={t('has_salon_title')} text={t('has_salon', { email, salon })}>
      <Button variant="primary" className="h-11! w-full max-md:h-12!" onClick={onSignOut}>
        {t('other_account')}
      </Button>
      {own?.isOwner && salonId !== null ? (
        <>
          <p className="text-ink-2">{t('has_salon_mine', { salon })}</p>
          <Button breaks variant="danger-ghost" busy={busy} disabled={!online} onClick={() => setAsking(true)}>
            {t('give_up', { salon })}
          </Button>
        </>
      ) : null}
      <ConfirmDialog
        open={asking}
        title={t('give_up_title', { salon })}
        confirmLabel={t('give_up_confirm')}
        onCancel={() => setAsking(false)}
        onConfirm={() => void give()}
      >
        {t('give_up_text', { joined })}
      </ConfirmDialog>
    </JoinOutcome>
  );
}
