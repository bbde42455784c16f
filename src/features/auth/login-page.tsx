import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation, useNavigate } from 'react-router-dom';
import { linkIn } from '#data/session/session-passwords.ts';
import { useSession, useSessionState } from '#features/use-replica.ts';
import { FormikTextField } from '#ui/formik-fields.tsx';
import { toast } from '#ui/toast-store.ts';
import { AuthFrame } from './auth-frame.tsx';
import { loginSchema } from './credentials.ts';
import { CredentialsForm } from './credentials-form.tsx';
import { DemoNotice } from './demo-notice.tsx';
import { destinationAfterSignIn, type Origin } from './destinations.ts';
import { ForgotPassword } from './forgot-password.tsx';
import { LockedPage } from './locked-page.tsx';
import { LostHere } from './lost-here.tsx';
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
