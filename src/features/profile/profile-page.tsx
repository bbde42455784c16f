import { LogOut, Monitor, Moon, Sun } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { useOnline } from '#features/shared/use-online.ts';
import { useSessionState } from '#features/shared/use-replica.ts';
import { Segmented } from '#ui/form/segmented.tsx';
import { ClientAvatar } from '#ui/page/avatar.tsx';
import { Button } from '#ui/page/button.tsx';
import { Card } from '#ui/page/card.tsx';
import { Page } from '#ui/page/page.tsx';
import { setTheme, type Theme, useTheme } from '#ui/style/theme.ts';
import { LanguageSwitch } from './language-switch.tsx';

export interface ProfilePageProps {
  salonName: string | undefined;
  /** The browser has promised to keep the rows; null if it does not say. */
  persisted: boolean | null;
  onSignOut: () => void;
  onChangePassword: () => void;
}

/** The signed-in person, what this browser shows them, and the way out. Needs no salon. */
export function ProfilePage({ salonName, persisted, onSignOut, onChangePassword }: ProfilePageProps) {
  const { t } = useTranslation('profile');
  const state = useSessionState();
  const online = useOnline();
  if (state.phase !== 'signed-in') return null;
  const { email, role, name, salonRole } = state.profile;
  return (
    <Page title={t('title')}>
      <Card
        className="max-w-[44rem]"
        title={
          <span className="flex min-w-0 items-center gap-3">
            <ClientAvatar name={email} size="lg" />
            <span className="truncate">{email}</span>
          </span>
        }
        footer={
          <Button variant="danger-ghost" icon={<LogOut className="i" aria-hidden="true" />} onClick={onSignOut}>
            {t('sign_out')}
          </Button>
        }
      >
        <div className="divide-y divide-line">
          <Row label={t('email')}>{email}</Row>
          <Row label={t('role')}>{t(`role_${role}`)}</Row>
          {salonRole ? (
            <>
              <Row label={t('own_name')}>{name ?? t('own_name_none')}</Row>
              <Row label={t('in_salon')}>
                {t(`in_salon_${salonRole}`)}
                <Link to="/salon/people" className="ml-3 text-primary-ink underline underline-offset-3">
                  {t('people')}
                </Link>
              </Row>
            </>
          ) : null}
          <Row label={t('salon')}>
            <Link to="/salon" className="text-primary-ink underline underline-offset-3">
              {salonName ?? (state.hasSalon ? t('salon_open') : t('salon_none'))}
            </Link>
          </Row>
          <Row label={t('password')}>
            <Button size="sm" label={t('password_change_label')} disabled={!online} onClick={onChangePassword}>
              {t('password_change')}
            </Button>
            {online ? null : <span className="hint">{t('password_needs_line')}</span>}
          </Row>
          <Row label={t('language')}>
            <LanguageSwitch full />
          </Row>
          <Row label={t('theme')}>
            <ThemeSwitch />
          </Row>
          {persisted !== null && <Row label={t('storage')}>{t(persisted ? 'storage_kept' : 'storage_at_risk')}</Row>}
        </div>
      </Card>
    </Page>
  );
}

function Row({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="grid items-center gap-x-4 gap-y-1 py-2.5 sm:grid-cols-[10rem_1fr]">
      <span className="text-ink-2">{label}</span>
      <div className="min-w-0 font-medium break-words">{children}</div>
    </div>
  );
}

const ICONS = { light: Sun, dark: Moon, system: Monitor } as const;

function ThemeSwitch() {
  const { t } = useTranslation('profile');
  const themes: readonly Theme[] = ['light', 'dark', 'system'];
  return (
    <Segmented
      label={t('theme')}
      className="flex-wrap"
      value={useTheme()}
      options={themes.map((value) => {
        const Icon = ICONS[value];
        return { value, label: t(`theme_${value}`), icon: <Icon className="i i-sm" aria-hidden="true" /> };
      })}
      onChange={setTheme}
    />
  );
}
