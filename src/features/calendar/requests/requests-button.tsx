import { Inbox } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { map } from 'rxjs';
import { requests$ } from '#data/events/requests.queries.ts';
import { useReplica } from '#features/shared/use-replica.ts';
import { Count } from '#ui/page/badge.tsx';
import { Button } from '#ui/page/button.tsx';
import { useLive } from '#ui/timing/use-live.ts';

interface RequestsButtonProps {
  onOpen(): void;
  /** Without the word: the bar is narrow. */
  short?: boolean;
  className?: string;
}

/**
 * Follows how many requests wait; 0 before they are read. The list itself comes with its dialog: it knows the rules of telephone numbers,
 * which no start needs.
 */
export function useRequestCount(): number {
  const replica = useReplica();
  return useLive(() => requests$(replica).pipe(map((all) => all.length)), [replica]) ?? 0;
}

/** „Заявки“ with their number; only while there are any. */
export function RequestsButton({ onOpen, short = false, className }: RequestsButtonProps) {
  const { t } = useTranslation('calendar');
  const count = useRequestCount();
  if (count === 0) return null;
  return (
    <Button
      className={className}
      aria-haspopup="dialog"
      label={t('requests', { count })}
      icon={<Inbox className="i" aria-hidden="true" />}
      data-requests={count}
      onClick={onOpen}
    >
      {short ? null : t('requests_short')} <Count warn>{count}</Count>
    </Button>
  );
}
