import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { unsentOfPerson } from '#data/local-data/unsent-of-person.ts';
import type { Locked } from '#data/session/session-store.ts';
import { useSession } from '#features/use-replica.ts';
import { Button } from '#ui/button.tsx';
import { LockedCard, lockedSince } from './locked-card.tsx';

export interface LockedPageProps {
  locked: Locked;
  onSignIn: (values: { email: string; password: string }) => Promise<void>;
}

/** The server ended the session: this person's rows are here, hidden; only the same account opens them. */
export function LockedPage({ locked, onSignIn }: LockedPageProps) {
  const { t, i18n } = useTranslation('auth');
  const session = useSession();
  const unsent = useUnsent(locked);
  const navigate = useNavigate();
  const letOther = () => {
    // The address that this person was sent from, with what they searched for, would lead the next one there.
    navigate('.', { replace: true, state: null });
    void session.forgetLocked();
  };
  return (
    <LockedCard
      text={t('locked.text', { time: lockedSince(locked.at, i18n.language) })}
      email={locked.profile.email}
      notice={
        <>
          <b className="font-semibold">{t('locked.here')}</b>{' '}
          {unsent ? t('locked.unsent', { count: unsent }) : t('locked.nothing_unsent')}
        </>
      }
      footer={
        <Button variant="ghost" className="ml-auto" onClick={letOther}>
          {t('locked.other')}
        </Button>
      }
      onSignIn={onSignIn}
    />
  );
}

function useUnsent(locked: Locked): number {
  const [unsent, setUnsent] = useState(0);
  useEffect(() => {
    let stale = false;
    unsentOfPerson(locked.profile.id)
      .then((count) => {
        if (!stale) setUnsent(count);
      })
      .catch((error: unknown) => console.warn('The unsent writes could not be counted', error));
    return () => {
      stale = true;
    };
  }, [locked]);
  return unsent;
}
