import { CircleCheck, Unlink } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSession, useSessionState } from '#features/shared/use-replica.ts';
import { Button } from '#ui/page/button.tsx';
import { AuthFrame } from './auth-frame.tsx';
import { CredentialsForm, type NewPassword, NewPasswordFields, newPasswordSchema } from './credentials-form.tsx';
import { useSubmit } from './use-submit.ts';

export interface PasswordLinkPageProps {
  token: string;
  /** To sign-in, with the account's e-mail where the link held; whoever is signed in goes on with their work. */
  onLeave: (email: string | null) => void;
}

/** An administrator's one-time link: a new password for the account that it was made for, whoever is signed in here. */
export function PasswordLinkPage({ token, onLeave }: PasswordLinkPageProps) {
  const { t } = useTranslation('auth');
  const { passwords } = useSession();
  const state = useSessionState();
  const submit = useSubmit({ title: t('link.failed'), fallback: t('link.failed_text') });
  /** The e-mail of the account whose password was set; null: the link no longer works. */
  const [owner, setOwner] = useState<string | null>();
  const save = ({ password }: NewPassword) =>
    submit(async () => {
      setOwner(await passwords.redeem(token, password));
    });

  const other = state.phase === 'signed-in' && state.profile.email !== owner ? state.profile.email : null;
  if (owner === undefined) {
    return (
      <AuthFrame title={t('link.title')} documentTitle={t('link.document')}>
        <p className="text-ink-2">{t('link.text')}</p>
        <CredentialsForm<NewPassword>
          initial={{ password: '', confirm: '' }}
          schema={newPasswordSchema}
          submitLabel={t('link.save')}
          busyLabel={t('link.saving')}
          onSubmit={save}
        >
          <NewPasswordFields />
        </CredentialsForm>
        <Button variant="ghost" onClick={() => onLeave(null)}>
          {t('link.leave')}
        </Button>
      </AuthFrame>
    );
  }
  if (owner === null) {
    return (
      <Outcome
        title={t('link.over_title')}
        icon={<Unlink className="i i-lg text-danger" aria-hidden="true" />}
        text={t('link.over')}
        next={t(other ? 'link.back' : 'link.login')}
        onNext={() => onLeave(null)}
      />
    );
  }
  return (
    <Outcome
      title={t('link.done_title')}
      icon={<CircleCheck className="i i-lg text-success" aria-hidden="true" />}
      text={other ? t('link.done_here', { email: owner, other }) : t('link.done', { email: owner })}
      next={t(other ? 'link.back' : 'link.login')}
      onNext={() => onLeave(owner)}
    />
  );
}

interface OutcomeProps {
  title: string;
  icon: ReactNode;
  text: string;
  next: string;
  onNext: () => void;
}

/** The outcome in the place of the form; the button that leads on has the focus. */
function Outcome({ title, icon, text, next, onNext }: OutcomeProps) {
  const { t } = useTranslation('auth');
  const on = useRef<HTMLButtonElement>(null);
  useEffect(() => on.current?.focus(), []);
  return (
    <AuthFrame title={title} documentTitle={t('link.document')}>
      <div className="flex items-start gap-3" role="status">
        {icon}
        <p className="min-w-0 flex-1 break-words text-ink-2">{text}</p>
      </div>
      <Button ref={on} variant="primary" className="h-11! w-full max-md:h-12!" onClick={onNext}>
        {next}
      </Button>
    </AuthFrame>
  );
}
