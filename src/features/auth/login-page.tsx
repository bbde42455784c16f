import { DatabaseZap } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation, useNavigate } from 'react-router-dom';
import { dismissAtSignIn, type Emptied, lossesAtSignIn } from '#data/local-data/device-mark.ts';
import { linkIn } from '#data/session/session-passwords.ts';
import { zonedParts } from '#domain/time/time.ts';
import { formatTimeOf } from '#domain/time/time-format.ts';
import { useSession, useSessionState } from '#features/shared/use-replica.ts';
import { formatDayMonth } from '#i18n/formats.ts';
import { useLanguage } from '#i18n/use-language.ts';
import { FormikTextField } from '#ui/form/formik-fields.tsx';
import { Dialog } from '#ui/overlay/dialog.tsx';
import { toast } from '#ui/overlay/toast-store.ts';
import { Button } from '#ui/page/button.tsx';
import { Notice } from '#ui/page/notice.tsx';
import { AuthFrame } from './auth-frame.tsx';
import { CredentialsForm, forgotSchema, loginSchema } from './credentials-form.tsx';
import { DemoNotice } from './demo-notice.tsx';
import { destinationAfterSignIn, type Origin } from './destinations.ts';
import { LockedPage } from './locked-page.tsx';
import { PasswordLinkPage } from './password-link-page.tsx';
import { useSubmit } from './use-submit.ts';

/** Sign in; whoever is in already is sent on, once. With an administrator's one-time link: first a new password, then that. */
export function LoginPage() {
  const [token, leaveLink] = useLinkInAddress();
  const [email, setEmail] = useState<string | null>(null);
  if (token === null) return <SignIn email={email} />;
  const leave = (owner: string | null) => {
    setEmail(owner);
    leaveLink();
  };
  return <PasswordLinkPage key={token} token={token} onLeave={leave} />;
}

/** The token of a link in the address, which leaves the address at once: it is a key, and addresses are shown and kept. */
function useLinkInAddress(): [token: string | null, leave: () => void] {
  const { hash, pathname, search, state } = useLocation();
  const navigate = useNavigate();
  const inAddress = linkIn(hash);
  const origin = state as Origin | null;
  const [token, setToken] = useState(inAddress);
  useEffect(() => {
    if (inAddress === null) return;
    setToken(inAddress);
    navigate({ pathname, search, hash: '' }, { replace: true, state: { ...origin, link: true } satisfies Origin });
  }, [inAddress, navigate, pathname, search, origin]);
  // Whoever goes to sign-in by another way, such as the bar's, has left the link.
  return [inAddress ?? (origin?.link ? token : null), () => setToken(null)];
}

/** @param email whose password was just set */
function SignIn({ email }: { email: string | null }) {
  const { t } = useTranslation('auth');
  const session = useSession();
  const state = useSessionState();
  const origin = useLocation().state as Origin | null;
  const [forgotten, setForgotten] = useState(false);
  useRedirectOnce();
  const submit = useSubmit({ title: t('login_failed'), fallback: t('login_failed_text') });

  const signIn = ({ email, password }: { email: string; password: string }) =>
    submit(async () => {
      await session.signIn(email.trim(), password);
      toast({ title: t('login_successful'), description: t('welcome_back') });
    });

  if (state.phase === 'signed-out' && state.reason === 'revoked') {
    return <LockedPage locked={state.locked} onSignIn={signIn} />;
  }
  return (
    <AuthFrame title={t('login')} documentTitle={t('login_document')}>
      <LostHere />
      <CredentialsForm
        initial={{ email: email ?? origin?.email ?? '', password: '' }}
        schema={loginSchema}
        submitLabel={t('login')}
        busyLabel={t('login_busy')}
        onSubmit={signIn}
      >
        <FormikTextField name="email" type="email" label={t('email')} autoComplete="username" inputMode="email" />
        <FormikTextField name="password" type="password" label={t('password')} autoComplete="current-password" />
      </CredentialsForm>
      <p className="text-center">
        <button
          type="button"
          className="font-medium text-primary-ink underline underline-offset-3"
          onClick={() => setForgotten(true)}
        >
          {t('forgot.link')}
        </button>
      </p>
      {forgotten && <ForgotPassword onClose={() => setForgotten(false)} />}
      <p className="text-center text-ink-2">
        {t('no_account')}{' '}
        <Link to="/register" className="font-medium text-primary-ink underline underline-offset-3">
          {t('register')}
        </Link>
      </p>
      <DemoNotice />
    </AuthFrame>
  );
}

function useRedirectOnce(): void {
  const state = useSessionState();
  const navigate = useNavigate();
  const location = useLocation();
  const done = useRef(false);
  const role = state.phase === 'signed-in' ? state.profile.role : null;
  useEffect(() => {
    if (!role || done.current) return;
    done.current = true;
    navigate(destinationAfterSignIn(role, location.state as Origin | null), { replace: true });
  }, [role, navigate, location.state]);
}

/** Offers a link by mail if the server sends mails; otherwise the dialog says whom to ask. */
function ForgotPassword({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('auth');
  const { recovery } = useSession();
  const [mails, setMails] = useState<'asking' | 'yes' | 'no' | 'unknown'>('asking');
  const submit = useSubmit({ title: t('forgot.failed'), fallback: t('forgot.failed_text') });

  useEffect(() => {
    let cancelled = false;
    void recovery.sendsMails().then((sent) => {
      if (!cancelled) setMails(sent === null ? 'unknown' : sent ? 'yes' : 'no');
    });
    return () => {
      cancelled = true;
    };
  }, [recovery]);

  const send = ({ email }: { email: string }) =>
    submit(async () => {
      await recovery.askForLink(email.trim());
      toast({ title: t('forgot.sent_title'), description: t('forgot.sent') });
      onClose();
    });

  return (
    <Dialog open onClose={onClose} title={t('forgot.title')} size="narrow">
      <div className="pb-5" aria-busy={mails === 'asking'}>
        {mails === 'yes' ? (
          <>
            <p className="mb-4 text-ink-2">{t('forgot.text')}</p>
            <CredentialsForm
              initial={{ email: '' }}
              schema={forgotSchema}
              submitLabel={t('forgot.send')}
              busyLabel={t('forgot.sending')}
              onSubmit={send}
            >
              <FormikTextField name="email" type="email" label={t('email')} autoComplete="username" inputMode="email" />
            </CredentialsForm>
          </>
        ) : (
          <p className="text-ink-2" role="status">
            {mails === 'asking' ? t('forgot.asking') : t(mails === 'no' ? 'forgot.no_mail' : 'forgot.unknown')}
          </p>
        )}
      </div>
    </Dialog>
  );
}

/**
 * The browser has cleared this device with something unsent on it, and the session with it: said where the person now stands,
 * by salon, number and time. It names nobody; whose it was reads more after signing in.
 */
function LostHere() {
  const { t } = useTranslation('auth');
  const textOf = useLossText();
  const [losses, setLosses] = useState<readonly Emptied[]>([]);
  useEffect(() => {
    let cancelled = false;
    lossesAtSignIn().then(
      (found) => !cancelled && setLosses(found),
      (error: unknown) => console.error('What is gone from this device cannot be told', error),
    );
    return () => {
      cancelled = true;
    };
  }, []);
  if (losses.length === 0) return null;
  const read = () => {
    dismissAtSignIn(losses);
    setLosses([]);
  };
  return (
    <Notice tone="warn" icon={<DatabaseZap className="i mt-px" aria-hidden="true" />}>
      <b className="font-semibold">{t('lost.title')}</b>
      {losses.map((loss) => (
        <p key={`${loss.salonId} ${loss.userId}`} data-lost-here>
          {textOf(loss)}
        </p>
      ))}
      <p>{t('lost.text')}</p>
      <Button size="sm" className="mt-2" onClick={read}>
        {t('lost.ok')}
      </Button>
    </Notice>
  );
}

/** „Салон „Студио Къдрица“: 2 промени не бяха изпратени, първата от 18 ноември, 10:40.“ On the device's clock. */
function useLossText(): (loss: Emptied) => string {
  const { t } = useTranslation('auth');
  const language = useLanguage();
  return ({ salon, salonId, unsent, undecided, since, at }) => {
    const [first, second] = language === 'bg' ? [salon?.bg, salon?.en] : [salon?.en, salon?.bg];
    const name = first || second || t('lost.salon_number', { id: salonId });
    const zone = new Intl.DateTimeFormat().resolvedOptions().timeZone;
    const moment = since ?? at;
    const when = `${formatDayMonth(zonedParts(moment, zone).date, language)}, ${formatTimeOf(moment, zone)}`;
    return t('lost.salon', { count: unsent + undecided, salon: name, since: when });
  };
}
