import { Lock, LogIn, ShieldCheck, UserRound } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { FormikTextField } from '#ui/formik-fields.tsx';
import { Notice } from '#ui/notice.tsx';
import { loginSchema } from './credentials.ts';
import { CredentialsForm } from './credentials-form.tsx';

export interface LockedCardProps {
  /** Why it is locked. */
  text: string;
  email: string;
  /** What waits behind it. */
  notice: ReactNode;
  /** The way for another person. */
  footer: ReactNode;
  onSignIn: (values: { email: string; password: string }) => Promise<void>;
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
