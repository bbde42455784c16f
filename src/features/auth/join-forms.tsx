import { type Dispatch, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { object, string } from 'yup';
import {
  type InvitationState,
  LONGEST_PERSON_NAME,
  PeopleRefusal,
  redeemInvitation,
  type SeenInvitation,
} from '#data/people/people-server.ts';
import { forgetInvitation, keepInvitation, waitingInvitation } from '#data/people/waiting-invitation.ts';
import { peopleFailure } from '#features/shared/people-words.ts';
import { useSession, useSessionState } from '#features/shared/use-replica.ts';
import { FormikTextField } from '#ui/form/formik-fields.tsx';
import { Segmented } from '#ui/form/segmented.tsx';
import { toast } from '#ui/overlay/toast-store.ts';
import { Button } from '#ui/page/button.tsx';
import { AuthFrame } from './auth-frame.tsx';
import { CredentialsForm, loginSchema, NewPasswordFields, type Registration, registerSchema } from './credentials-form.tsx';
import { useSubmit } from './use-submit.ts';

/** How far the joining is, beyond what the server said of the code before. */
export type Joining =
  | { readonly phase: 'none' | 'busy' | 'member' | 'has-salon' }
  | { readonly phase: 'mail'; readonly email: string }
  | { readonly phase: 'over'; readonly state: Exclude<InvitationState, 'open'> };

export interface JoinFormsProps {
  code: string;
  seen: SeenInvitation;
  /** The name of the salon that invites. */
  salon: string;
  joining: Joining;
  onJoining: Dispatch<Joining>;
  onSignOut: () => void;
}

/** Characters as people count them. */
const lengthOf = (text: string) => [...text].length;
const name = () =>
  string()
    .trim()
    .required('join:name_required')
    .test('length', 'join:name_long', (text = '') => lengthOf(text) <= LONGEST_PERSON_NAME);
const joinSchema = object({ name: name() });
const newcomerSchema = registerSchema.concat(object({ name: name() }));
type Newcomer = Registration & { name: string };

/** The forms of an open invitation: a stranger makes an account or signs in; whoever is signed in joins. */
export function JoinForms(props: JoinFormsProps) {
  const { seen, salon } = props;
  const { t } = useTranslation('join');
  const state = useSessionState();
  const isBusy = props.joining.phase === 'busy';
  const person = state.phase === 'signed-in' ? state.profile : null;
  // The form that began the joining stays until it has ended: it makes an account, signs in and joins.
  const [begun, setBegun] = useState(person);
  const shown = isBusy ? begun : person;
  if (!isBusy && begun !== person) setBegun(person);
  return (
    <AuthFrame title={t('title', { salon })} documentTitle={t('document')}>
      <p className="text-ink-2">
        {seen.by ? `${t('by', { name: seen.by })} ` : ''}
        {t(seen.role === 'manager' ? 'does_manager' : 'does_staff')}
      </p>
      {shown === null ? <Stranger {...props} /> : <JoinAs {...props} userId={shown.id} email={shown.email} />}
    </AuthFrame>
  );
}

/** Uses the invitation as whoever is signed in, and leads into the salon. What it says of the code itself stands in its place. */
function useJoin({ code, salon, onJoining }: JoinFormsProps) {
  const { t } = useTranslation('join');
  const session = useSession();
  const navigate = useNavigate();
  return async (named: string) => {
    try {
      const { salonId } = await redeemInvitation(await session.client(), code, named);
      forgetInvitation();
      session.keepSalon(salonId);
      // The person is in the salon by now: a line that breaks here must not look like a failure.
      await session.refreshProfile().catch((error: unknown) => console.warn('The profile is read again later', error));
    } catch (error) {
      const reason = error instanceof PeopleRefusal ? error.reason : null;
      if (reason === 'unknown' || reason === 'expired' || reason === 'withdrawn' || reason === 'used')
        return onJoining({ phase: 'over', state: reason });
      if (reason === 'member') return onJoining({ phase: 'member' });
      if (reason === 'has_salon') {
        await session.refreshProfile().catch((cause: unknown) => console.info('The profile is read again later', cause));
        return onJoining({ phase: 'has-salon' });
      }
      onJoining({ phase: 'none' });
      throw peopleFailure(error);
    }
    toast({ title: t('joined'), description: t('joined_text', { salon }) });
    navigate('/calendar', { replace: true });
  };
}

/** Signed in, without a salon. */
function JoinAs(props: JoinFormsProps & { userId: string; email: string }) {
  const { code, userId, email, onJoining, onSignOut } = props;
  const { t } = useTranslation('join');
  const join = useJoin(props);
  const submit = useSubmit({ title: t('failed'), fallback: t('failed_text') });
  return (
    <>
      <CredentialsForm<{ name: string }>
        initial={{ name: waitingInvitation(userId)?.name ?? '' }}
        schema={joinSchema}
        submitLabel={t('join_as', { email })}
        busyLabel={t('busy')}
        onSubmit={({ name: typed }) =>
          submit(async () => {
            keepInvitation(code, userId, typed.trim());
            onJoining({ phase: 'busy' });
            await join(typed);
          })
        }
      >
        <NameField />
      </CredentialsForm>
      <Button variant="ghost" onClick={onSignOut}>
        {t('other_account')}
      </Button>
    </>
  );
}

function NameField() {
  const { t } = useTranslation('join');
  return <FormikTextField name="name" label={t('name')} hint={t('name_hint')} autoComplete="name" />;
}

/** Signed out: a new account, or one that is there. */
function Stranger(props: JoinFormsProps) {
  const { t } = useTranslation(['join', 'auth']);
  const [way, setWay] = useState<'new' | 'known'>('new');
  return (
    <>
      <Segmented
        wide
        label={t('join:way')}
        value={way}
        onChange={setWay}
        options={[
          { value: 'new', label: t('join:way_new') },
          { value: 'known', label: t('join:way_known') },
        ]}
      />
      {way === 'new' ? <Newcomers {...props} /> : <Known />}
    </>
  );
}

function Newcomers(props: JoinFormsProps) {
  const { code, onJoining } = props;
  const { t } = useTranslation(['join', 'auth']);
  const session = useSession();
  const join = useJoin(props);
  const submit = useSubmit({ title: t('join:failed'), fallback: t('join:failed_text') });
  const register = ({ name: typed, email, password }: Newcomer) =>
    submit(async () => {
      keepInvitation(code, null, typed.trim());
      onJoining({ phase: 'busy' });
      try {
        const { confirmed } = await session.signUp(email.trim(), password);
        if (!confirmed) return onJoining({ phase: 'mail', email: email.trim() });
        await session.signIn(email.trim(), password);
      } catch (error) {
        onJoining({ phase: 'none' });
        throw error;
      }
      await join(typed);
    });
  return (
    <CredentialsForm<Newcomer>
      initial={{ name: waitingInvitation(null)?.name ?? '', email: '', password: '', confirm: '' }}
      schema={newcomerSchema}
      submitLabel={t('join:create')}
      busyLabel={t('join:busy')}
      onSubmit={register}
    >
      <NameField />
      <FormikTextField name="email" type="email" label={t('auth:email')} autoComplete="username" inputMode="email" />
      <NewPasswordFields />
    </CredentialsForm>
  );
}

/** Signs in; then the page asks whether to join as them. */
function Known() {
  const { t } = useTranslation(['join', 'auth']);
  const session = useSession();
  const submit = useSubmit({ title: t('auth:login_failed'), fallback: t('auth:login_failed_text') });
  return (
    <CredentialsForm
      initial={{ email: '', password: '' }}
      schema={loginSchema}
      submitLabel={t('join:sign_in')}
      busyLabel={t('auth:login_busy')}
      onSubmit={({ email, password }) => submit(() => session.signIn(email.trim(), password))}
    >
      <FormikTextField name="email" type="email" label={t('auth:email')} autoComplete="username" inputMode="email" />
      <FormikTextField name="password" type="password" label={t('auth:password')} autoComplete="current-password" />
    </CredentialsForm>
  );
}
