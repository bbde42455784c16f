import { Lock, LogIn, ShieldCheck, UserRound } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { unsentOfPerson } from '#data/local-data/unsent-of-person.ts';
import type { Locked } from '#data/session/session-store.ts';
import { useSession } from '#features/shared/use-replica.ts';
import { FormikTextField } from '#ui/form/formik-fields.tsx';
import { Button } from '#ui/page/button.tsx';
import { Notice } from '#ui/page/notice.tsx';
import { CredentialsForm, loginSchema } from './credentials-form.tsx';
import type { ShownRefusal } from './use-submit.ts';

export interface LockedPageProps {
  locked: Locked;
  onSignIn: (values: { email: string; password: string }) => Promise<ShownRefusal | null>;
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
    let cancelled = false;
    unsentOfPerson(locked.profile.id)
      .then((count) => {
        if (!cancelled) setUnsent(count);
      })
      .catch((error: unknown) => console.warn('The unsent writes could not be counted', error));
    return () => {
      cancelled = true;
    };
  }, [locked]);
  return unsent;
}

interface LockedCardProps {
  /** Why it is locked. */
  text: string;
  email: string;
  /** A sentence about the data that waits behind the lock. */
  notice: ReactNode;
  /** The way for another person. */
  footer: ReactNode;
  onSignIn: (values: { email: string; password: string }) => Promise<ShownRefusal | null>;
}

/** Only the password is missing, and only the same account opens it. */
export function LockedCard({ text, email, notice, footer, onSignIn }: LockedCardProps) {
  const { t } = useTranslation('auth');
  const card = useRef<HTMLElement>(null);
  useEffect(() => card.current?.querySelector<HTMLInputElement>('input[name="password"]')?.focus(), []);
  return (
    <main className="grid flex-1 place-items-center px-4 pb-16">
      <section ref={card} className="card w-full max-w-[27rem] overflow-hidden">
        <div className="flex flex-col gap-4 px-5 pt-6 pb-6 md:px-7 md:pt-7">
          <span className="grid h-12 w-12 place-items-center rounded-full bg-surface-3 text-ink">
            <Lock className="i i-lg" aria-hidden="true" />
          </span>
          <div>
            <h1 className="text-xl">{t('locked.title')}</h1>
            <p className="mt-1 text-ink-2">{text}</p>
          </div>
          <Notice tone="info" icon={<ShieldCheck className="i mt-px" aria-hidden="true" />}>
            {notice}
          </Notice>
          <div>
            <span className="label">{t('email')}</span>
            <div className="input is-disabled">
              <UserRound className="i i-sm" aria-hidden="true" />
              <span className="truncate">{email}</span>
            </div>
          </div>
          <CredentialsForm
            initial={{ email, password: '' }}
            schema={loginSchema}
            submitLabel={t('locked.unlock')}
            busyLabel={t('login_busy')}
            submitIcon={<LogIn className="i" aria-hidden="true" />}
            onSubmit={onSignIn}
          >
            <FormikTextField name="password" type="password" label={t('password')} autoComplete="current-password" />
          </CredentialsForm>
        </div>
        <footer className="flex flex-wrap gap-2 border-t border-line bg-surface-2 px-4 py-2">{footer}</footer>
      </section>
    </main>
  );
}

/** „14:05“ in the person's language. */
export function lockedSince(at: string, language: string): string {
  return new Intl.DateTimeFormat(language, { hour: 'numeric', minute: '2-digit', hourCycle: 'h23' }).format(new Date(at));
}
