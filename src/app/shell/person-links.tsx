import { LogOut, Shield } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router-dom';
import type { Profile } from '#data/session/session.ts';
import { confirmLeave } from '#ui/form/unsaved.ts';
import { ClientAvatar } from '#ui/page/avatar.tsx';
import { classNames } from '#ui/style/class-names.ts';
import { isAdminPath } from './navigation.ts';
import { useSignOut } from './sign-out.tsx';

/** At the foot of the menu: the administrator's area, the profile under its e-mail, and the way out. */
export function PersonLinks({ profile, onPick }: { profile: Profile; onPick?: (() => void) | undefined }) {
  const { t } = useTranslation('shell');
  const { pathname } = useLocation();
  const signOut = useSignOut();
  return (
    <>
      {profile.role === 'admin' && !isAdminPath(pathname) && (
        <div className="nav mb-1">
          <Link to="/admin" onClick={onPick}>
            <Shield className="i" aria-hidden="true" />
            <span className="truncate">{t('menu.admin_panel')}</span>
          </Link>
        </div>
      )}
      <div className="nav border-t border-line pt-2">
        <Link to="/profile" className={classNames(pathname === '/profile' && 'on')} onClick={onPick}>
          <ClientAvatar name={profile.email} size="sm" />
          <span className="truncate text-sm font-normal">{profile.email}</span>
        </Link>
        <button
          type="button"
          className="nav-fold"
          onClick={() => {
            onPick?.();
            confirmLeave(signOut);
          }}
        >
          <LogOut className="i" aria-hidden="true" />
          <span>{t('sign_out')}</span>
        </button>
      </div>
    </>
  );
}
