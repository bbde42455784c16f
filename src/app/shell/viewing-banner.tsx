import { Eye } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate } from 'react-router-dom';
import { useSession, useSessionState } from '#features/shared/use-replica.ts';
import { confirmLeave } from '#ui/form/unsaved.ts';
import { Button } from '#ui/page/button.tsx';
import { isAdminPath } from './navigation.ts';

/** In an address: it asks for the administrator's own salon, or for making it, whichever they look at. */
const OWN = 'own';

/**
 * The way back from a salon that an administrator looks at. The look ends on arrival: as long as the salon's screens stand,
 * their guard would send an administrator without a salon to make one.
 */
export function useEndOfViewing(): () => void {
  const session = useSession();
  const navigate = useNavigate();
  const state = useSessionState();
  const { pathname, search } = useLocation();
  const asksForOwn = state.phase === 'signed-in' && state.viewingAsAdmin && new URLSearchParams(search).has(OWN);
  const [ending, setEnding] = useState(false);
  useEffect(() => {
    if (!ending || !isAdminPath(pathname)) return;
    session.viewSalon(null);
    setEnding(false);
  }, [ending, pathname, session]);
  useEffect(() => {
    if (asksForOwn) session.viewSalon(null);
  }, [asksForOwn, session]);
  return () =>
    confirmLeave(() => {
      setEnding(true);
      navigate('/admin/salons');
    });
}

/** Above every screen of a salon that an administrator looks at: whose it is, and the way back. */
export function ViewingBanner({ salonName, onEnd }: { salonName: string | undefined; onEnd: () => void }) {
  const { t } = useTranslation('shell');
  return (
    <aside
      className="flex flex-none items-center gap-3 border-b border-warning-line bg-warning-soft px-5 py-1.5 text-sm text-ink max-md:px-3"
      aria-label={t('admin_mode')}
      data-viewing
    >
      <Eye className="i flex-none text-warning" aria-hidden="true" />
      <p className="min-w-0 flex-1 leading-snug break-words">
        {salonName ? t('viewing.text', { name: salonName }) : t('viewing.text_unnamed')}
        <span className="max-md:sr-only"> {t('viewing.changes')}</span>
      </p>
      <Button size="sm" className="flex-none" onClick={onEnd}>
        {t('viewing.end')}
      </Button>
    </aside>
  );
}
