import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation, useNavigate } from 'react-router-dom';
import { lookAtInvitation, type SeenInvitation } from '#data/people/people-server.ts';
import { forgetInvitation, keepInvitation, waitingInvitation } from '#data/people/waiting-invitation.ts';
import { isUnreached } from '#data/session/auth-errors.ts';
import type { SessionState } from '#data/session/session.ts';
import { readInvitationCode } from '#domain/people/invitation-code.ts';
import { peopleFailureText } from '#features/shared/people-words.ts';
import { useSession, useSessionState } from '#features/shared/use-replica.ts';
import { useLanguage } from '#i18n/use-language.ts';
import { TextField } from '#ui/form/text-field.tsx';
import { Button } from '#ui/page/button.tsx';
import { CombSpinner } from '#ui/page/comb-spinner.tsx';
import { AuthFrame } from './auth-frame.tsx';
import { JoinForms, type Joining } from './join-forms.tsx';
import { HasSalon, JoinOutcome, Over, type OwnSalon } from './join-outcomes.tsx';

export interface JoinPageProps {
  own: OwnSalon | null;
  onSignOut: () => void;
}

/** `/join`: the way into a salon by the code of an invitation, for a stranger, an account without a salon, and one with a salon. */
export function JoinPage({ own, onSignOut }: JoinPageProps) {
  const state = useSessionState();
  const [code, isUnreadable, setCode] = useCode(state.phase === 'loading' ? undefined : personOf(state));
  const leave = () => {
    forgetInvitation();
    setCode(null);
  };
  if (code === undefined) return <Looking />;
  if (code === null) return <EnterCode isUnreadable={isUnreadable} onCode={setCode} />;
  return <Invited key={code} code={code} own={own} onSignOut={onSignOut} onLeave={leave} />;
}

/** Returns the id of the person for whom a code waits here: signed in, or the one whose data this device holds locked. */
function personOf(state: SessionState): string | null {
  if (state.phase === 'signed-in') return state.profile.id;
  return state.phase === 'signed-out' && state.reason === 'revoked' ? state.locked.profile.id : null;
}

/**
 * The code in the address, which leaves the address at once: it is a key, and addresses are shown and kept. Without one, the code
 * that waits in this browser for that person; undefined until it is known who that is. Who signs in or out on the page takes it along.
 * @param person undefined while the session loads
 */
function useCode(person: string | null | undefined) {
  const { hash } = useLocation();
  const navigate = useNavigate();
  const inAddress = hash.length > 1;
  const [code, setCode] = useState(inAddress ? readInvitationCode(hash) : undefined);
  const [isUnreadable, setUnreadable] = useState(inAddress && code === null);
  if (code === undefined && person !== undefined) setCode(waitingInvitation(person)?.code ?? null);
  const choose = (next: string | null) => {
    setUnreadable(false);
    setCode(next);
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each address
  useEffect(() => {
    if (!inAddress) return;
    const read = readInvitationCode(hash);
    choose(read);
    setUnreadable(read === null);
    navigate('/join', { replace: true });
  }, [hash]);
  useEffect(() => {
    if (code && person !== undefined) keepInvitation(code, person);
  }, [code, person]);
  return [code, isUnreadable, choose] as const;
}

/** The page while it is asked who is signed in, or what the server says of the code. */
function Looking() {
  const { t } = useTranslation('join');
  return (
    <AuthFrame title={t('title_plain')} documentTitle={t('document')}>
      <p className="flex items-center gap-3 text-ink-2" role="status">
        <CombSpinner /> {t('looking')}
      </p>
    </AuthFrame>
  );
}

/** For whoever was given the code in letters. */
function EnterCode({ isUnreadable, onCode }: { isUnreadable: boolean; onCode: (code: string) => void }) {
  const { t } = useTranslation('join');
  const [typed, setTyped] = useState('');
  const [wrong, setWrong] = useState(isUnreadable);
  const field = useRef<HTMLInputElement>(null);
  return (
    <AuthFrame title={t('code_title')} documentTitle={t('document')}>
      <p className="text-ink-2">{t('code_text')}</p>
      <form
        noValidate
        className="flex flex-col gap-5"
        onSubmit={(event) => {
          event.preventDefault();
          const code = readInvitationCode(typed);
          if (code !== null) return onCode(code);
          setWrong(true);
          field.current?.focus();
        }}
      >
        <TextField
          ref={field}
          label={t('code')}
          hint={t('code_hint')}
          error={wrong ? t('code_wrong') : undefined}
          value={typed}
          autoFocus
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          onChange={(text) => {
            setTyped(text);
            setWrong(false);
          }}
        />
        <Button type="submit" variant="primary" className="h-11! w-full max-md:h-12!">
          {t('code_go')}
        </Button>
      </form>
    </AuthFrame>
  );
}

interface InvitedProps extends JoinPageProps {
  code: string;
  /** To the field for another code. */
  onLeave: () => void;
}

type Look =
  | { state: 'looking' }
  | { state: 'offline' }
  | { state: 'failed'; message: string }
  | { state: 'seen'; seen: SeenInvitation };

/** The server's word about the code; it is asked again when the line is back and when told to. */
function useLook(code: string): [Look, () => void] {
  const session = useSession();
  const [look, setLook] = useState<Look>({ state: 'looking' });
  const [times, setTimes] = useState(0);
  const again = () => setTimes((n) => n + 1);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `times` counts the questions
  useEffect(() => {
    let current = true;
    const say = (next: Look) => current && setLook(next);
    say({ state: 'looking' });
    lookAtInvitation(session, code).then(
      (seen) => say({ state: 'seen', seen }),
      (error: unknown) => {
        console.info('The invitation could not be looked at', error);
        say(isUnreached(error) ? { state: 'offline' } : { state: 'failed', message: peopleFailureText(error) });
      },
    );
    const online = () => setTimes((n) => n + 1);
    globalThis.addEventListener('online', online);
    return () => {
      current = false;
      globalThis.removeEventListener('online', online);
    };
  }, [session, code, times]);
  return [look, again];
}

function Invited({ code, own, onSignOut, onLeave }: InvitedProps) {
  const { t } = useTranslation(['join', 'auth']);
  const session = useSession();
  const state = useSessionState();
  const language = useLanguage();
  const [look, again] = useLook(code);
  const [joining, setJoining] = useState<Joining>({ phase: 'none' });
  const person = state.phase === 'signed-in' ? state.profile.id : null;
  // The answer to a former try may have been lost: then the person is in the salon by now.
  useEffect(() => {
    if (person) session.refreshProfile().catch((error: unknown) => console.info('The profile is read again later', error));
  }, [session, person]);

  if (joining.phase === 'mail') {
    return (
      <JoinOutcome title={t('join:mail_title')} tone="good" text={t('join:mail', { email: joining.email })}>
        <Link to="/login" state={{ email: joining.email, from: '/join' }} className="btn btn-primary h-11! w-full max-md:h-12!">
          {t('join:to_login')}
        </Link>
      </JoinOutcome>
    );
  }
  if (state.phase === 'signed-out' && state.reason === 'revoked') {
    return (
      <JoinOutcome title={t('join:locked_title')} text={t('join:locked', { email: state.locked.profile.email })}>
        <Link to="/login" state={{ from: '/join' }} className="btn btn-primary h-11! w-full max-md:h-12!">
          {t('join:to_login')}
        </Link>
      </JoinOutcome>
    );
  }
  if (look.state === 'looking' || state.phase === 'loading') return <Looking />;
  if (look.state !== 'seen') {
    const offline = look.state === 'offline';
    return (
      <JoinOutcome
        title={t(offline ? 'join:offline_title' : 'join:over_title')}
        text={offline ? t('join:offline') : look.message || t('auth:errors.server_failed')}
      >
        <Button variant="primary" className="h-11! w-full max-md:h-12!" onClick={again}>
          {t('join:retry')}
        </Button>
      </JoinOutcome>
    );
  }
  const { seen } = look;
  const [first, second] = language === 'bg' ? [seen.name_bg, seen.name_en] : [seen.name_en, seen.name_bg];
  const salon = first || second || '';
  const isMember = joining.phase === 'member' || (state.phase === 'signed-in' && isIn(state.profile.salonId, seen));
  if (isMember && joining.phase !== 'busy') {
    return (
      <JoinOutcome title={t('join:member_title')} tone="good" text={t('join:member')}>
        <Link to="/calendar" className="btn btn-primary h-11! w-full max-md:h-12!" onClick={forgetInvitation}>
          {t('join:to_calendar')}
        </Link>
      </JoinOutcome>
    );
  }
  const over = joining.phase === 'over' ? joining.state : seen.state;
  if (over !== 'open') return <Over state={over} onOther={onLeave} />;
  if (joining.phase !== 'busy' && state.phase === 'signed-in' && (own !== null || joining.phase === 'has-salon')) {
    return (
      <HasSalon
        own={own}
        joined={salon}
        email={state.profile.email}
        onGivenUp={() => setJoining({ phase: 'none' })}
        onSignOut={onSignOut}
      />
    );
  }
  return <JoinForms {...{ code, seen, salon, joining, onJoining: setJoining, onSignOut }} />;
}

const isIn = (salonId: number | null, seen: SeenInvitation): boolean => salonId !== null && salonId === seen.salon_id;
