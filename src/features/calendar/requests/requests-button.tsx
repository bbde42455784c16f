import { Inbox } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Count } from '#ui/page/badge.tsx';
import { Button } from '#ui/page/button.tsx';
import { useRequestCount } from './use-requests.ts';

interface RequestsButtonProps {
  onOpen(): void;
  /** Without the word: the bar is narrow. */
  short?: boolean;
  className?: string;
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
