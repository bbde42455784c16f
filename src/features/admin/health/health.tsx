import { CircleCheck, CircleX } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Badge } from '#ui/badge.tsx';

/** A part of the system that works, or one that does not. */
export function Health({ healthy }: { healthy: boolean }) {
  const { t } = useTranslation('admin');
  if (!healthy) {
    return (
      <Badge tone="bad" icon={<CircleX className="i" aria-hidden="true" />}>
        {t('down')}
      </Badge>
    );
  }
  return (
    <span className="text-success" title={t('ok')}>
      <CircleCheck className="i" aria-hidden="true" />
      <span className="sr-only">{t('ok')}</span>
    </span>
  );
}
