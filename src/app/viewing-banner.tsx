import { Eye } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { useSession } from '#features/use-replica.ts';
import { Button } from '#ui/button.tsx';
import { leaveTyped } from '#ui/unsaved.ts';

/** Above every screen of a salon that an administrator looks at: whose it is, and the way back. */
export function ViewingBanner({ salonName }: { salonName: string | undefined }) {
  const { t } = useTranslation('shell');
  const session = useSession();
  const navigate = useNavigate();
  const end = async () => {
    // First away from the salon's screens: without a salon their guard would send an administrator to make one.
    await navigate('/admin/salons');
    session.viewSalon(null);
  };
  return (
    <aside
      className="flex flex-none items-center gap-3 border-b border-warning-line bg-warning-soft px-5 py-1.5 text-sm text-ink max-md:px-3"
      aria-label={t('admin_mode')}
      data-viewing
    >
      <Eye className="i flex-none text-warning" aria-hidden="true" />
      <p className="min-w-0 flex-1 leading-snug break-words">
        {salonName ? t('viewing.text', { name: salonName }) : t('viewing.text_unnamed')}
      </p>
      <Button size="sm" className="flex-none" onClick={() => leaveTyped(() => void end())}>
        {t('viewing.end')}
      </Button>
    </aside>
  );
}
