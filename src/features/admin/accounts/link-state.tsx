import { CircleCheck, Clock, KeyRound } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { adminTime } from '#admin/reads/admin-format.ts';
import type { Account } from '#admin/reads/admin-rows.ts';
import { Badge } from '#ui/badge.tsx';

/** What became of the latest link, when it was made and by whom. */
export function LinkState({ account }: { account: Account }) {
  const { t } = useTranslation('admin');
  const { link_made_at, link_made_by, link_expires_at, link_used_at, link_holds } = account;
  if (link_made_at === null) return null;
  const mark = { className: 'i', 'aria-hidden': true } as const;
  return (
    <span className="block leading-tight">
      {link_used_at ? (
        <Badge tone="ok" icon={<CircleCheck {...mark} />}>
          {t('link_used', { at: adminTime(link_used_at) })}
        </Badge>
      ) : (
        <Badge tone={link_holds ? 'info' : 'neutral'} icon={link_holds ? <KeyRound {...mark} /> : <Clock {...mark} />}>
          {t(link_holds ? 'link_holds' : 'link_over', { at: adminTime(link_expires_at) })}
        </Badge>
      )}
      <span className="mt-1 block text-xs text-ink-3 [overflow-wrap:anywhere]">
        {t('link_made', { at: adminTime(link_made_at), by: link_made_by ?? '–' })}
      </span>
    </span>
  );
}
