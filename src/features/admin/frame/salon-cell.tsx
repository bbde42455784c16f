import { CircleCheck, CircleX, Clock, Eye } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { salonNames } from '#admin/reads/admin-format.ts';
import type { ApprovalStatus, SalonNames } from '#admin/reads/admin-rows.ts';
import { useSession } from '#features/shared/use-replica.ts';
import { useLanguage } from '#i18n/use-language.ts';
import { toast } from '#ui/overlay/toast-store.ts';
import { Badge } from '#ui/page/badge.tsx';
import { Button } from '#ui/page/button.tsx';
import { useIsPhone } from '#ui/style/use-media.ts';

/** A salon's name, the one in the other language below it; its number where it has none. */
export function SalonCell({ salon, id }: { salon: Partial<SalonNames>; id: number | null }) {
  const { t } = useTranslation('admin');
  const language = useLanguage();
  const { name_bg = null, name_en = null } = salon;
  if (!name_bg && !name_en)
    return <span className="text-ink-3">{id === null ? t('unknown_salon') : t('deleted_salon', { id })}</span>;
  const { name, other } = salonNames({ name_bg, name_en, id }, language);
  return (
    <span className="block min-w-32 leading-tight [overflow-wrap:anywhere]">
      <b className="block font-semibold">{name}</b>
      {other ? (
        <span className="text-xs text-ink-3" lang={language === 'bg' ? 'en' : 'bg'}>
          {other}
        </span>
      ) : null}
    </span>
  );
}

/** An owner's e-mail in a narrow column: it breaks before its @, and not within a word. */
export function OwnerMail({ mail }: { mail: string | null }) {
  if (!mail) return '–';
  const at = Math.max(mail.lastIndexOf('@'), 0);
  return (
    <span className="text-ink-2">
      {mail.slice(0, at)}
      <wbr />
      {mail.slice(at)}
    </span>
  );
}

const LOOK = {
  approved: { tone: 'ok', Icon: CircleCheck },
  pending: { tone: 'warn', Icon: Clock },
  rejected: { tone: 'bad', Icon: CircleX },
} as const;

export function StatusBadge({ status }: { status: ApprovalStatus }) {
  const { t } = useTranslation('admin');
  const { tone, Icon } = LOOK[status];
  return (
    <Badge tone={tone} icon={<Icon className="i" aria-hidden="true" />}>
      {t(status)}
    </Badge>
  );
}

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
