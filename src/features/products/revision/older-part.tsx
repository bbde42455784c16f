import { CloudOff, History } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { formatTimeOf } from '#domain/date-format.ts';
import { zonedParts } from '#domain/time.ts';
import { useOnline } from '#features/use-online.ts';
import { formatShortDate } from '#i18n/formats.ts';
import { useLanguage } from '#i18n/use-language.ts';
import { Button } from '#ui/button.tsx';
import { ErrorBox } from '#ui/error-box.tsx';
import { Notice } from '#ui/notice.tsx';
import type { OlderReading } from './use-older-revisions.ts';

/** Under the device's own revisions: since when it keeps them, what was read beyond that and when, and reading more. */
export function OlderPart({ reading, zone }: { reading: OlderReading; zone: string }) {
  const { t } = useTranslation('stock');
  const online = useOnline();
  const language = useLanguage();
  const { horizon, older, busy, failure, read } = reading;
  if (horizon === null) return null;
  const date = formatShortDate(zonedParts(horizon, zone).date, language);
  const time = older ? formatTimeOf(older.readAt, zone) : '';
  const told = !older
    ? null
    : !older.isAll
      ? t('older_read', { time })
      : t(older.rows.length > 0 ? 'older_all' : 'older_none', { time });
  return (
    <section aria-label={t('older')} className="flex flex-col items-start gap-3">
      <p className="hint" role="status">
        {t('older_since', { date })} {told}
      </p>
      {online ? null : (
        <Notice tone="warn" icon={<CloudOff className="i" aria-hidden="true" />}>
          {older ? t('older_stale', { time }) : t('older_offline')}
        </Notice>
      )}
      {failure && online ? <ErrorBox className="w-full" title={t('older_failed')} detail={failure} onRetry={read} /> : null}
      {older?.isAll ? null : (
        <Button icon={<History className="i" aria-hidden="true" />} busy={busy} disabled={!online} onClick={read}>
          {t('older_more')}
        </Button>
      )}
    </section>
  );
}
