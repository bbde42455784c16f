import { Eye } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { useSession } from '#features/use-replica.ts';
import { Button } from '#ui/button.tsx';
import { toast } from '#ui/toast-store.ts';
import { useIsPhone } from '#ui/use-media.ts';

/** Chooses the salon whose screens this tab shows (document 3 §2); unsent changes of the former one stay and are sent. */
export function ViewSalon({ salonId, name, label }: { salonId: number; name: string; label?: string }) {
  const { t } = useTranslation('admin');
  const session = useSession();
  const navigate = useNavigate();
  const phone = useIsPhone();
  const view = () => {
    session.viewSalon(salonId);
    toast({ title: t('salon_chosen') });
    navigate('/calendar');
  };
  return (
    <Button
      variant={label ? 'secondary' : 'ghost'}
      size={label ? 'md' : 'sm'}
      iconOnly={phone && !label}
      label={label ?? `${t('view_salon')}: ${name}`}
      icon={<Eye className="i i-sm" aria-hidden="true" />}
      onClick={view}
    >
      {label ?? t('view_salon')}
    </Button>
  );
}
