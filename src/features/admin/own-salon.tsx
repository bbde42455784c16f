import { Store } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { hasOwnSalon } from '#data/session/session-state.ts';
import { useSessionState } from '#features/use-replica.ts';
import { Notice } from '#ui/notice.tsx';

/**
 * Whoever installs the app and registers first is its administrator, and mostly an owner: the way to a salon of their own, or to
 * the one that they have. `?own` ends a look at somebody else's.
 */
export function OwnSalon() {
  const { t } = useTranslation('admin');
  const state = useSessionState();
  if (state.phase !== 'signed-in') return null;
  const hasOwn = hasOwnSalon(state);
  return (
    <Notice tone={hasOwn ? 'neutral' : 'info'} icon={<Store className="i mt-px" aria-hidden="true" />} className="items-center!">
      <span className="flex flex-wrap items-center gap-3">
        <span className="min-w-[min(15rem,100%)] flex-1">{t(hasOwn ? 'own_there' : 'own_none')}</span>
        <Link to={hasOwn ? '/calendar?own' : '/salon?own'} className="btn btn-secondary">
          {t(hasOwn ? 'own_open' : 'own_make')}
        </Link>
      </span>
    </Notice>
  );
}
