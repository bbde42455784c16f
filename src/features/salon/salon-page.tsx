import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { forgetSalonReadError, keepSalonReadError, salonReadError } from '#data/salon/salon-read-error.ts';
import { zonedParts } from '#domain/time/time.ts';
import { useSessionState } from '#features/shared/use-replica.ts';
import { shownDate } from '#i18n/read-date.ts';
import { useLanguage } from '#i18n/use-language.ts';
import { Button } from '#ui/page/button.tsx';
import { ErrorBox } from '#ui/page/error-box.tsx';
import { Notice } from '#ui/page/notice.tsx';
import { Page } from '#ui/page/page.tsx';
import { SkeletonRows } from '#ui/page/skeleton.tsx';
import { NewSalon } from './new-salon.tsx';
import { SavedSalon } from './saved-salon.tsx';
import { useSalonFailure } from './use-salon-failure.ts';

/**
 * Creates the salon, shows it, edits it (document 1 §2). Creating needs the server; editing works offline.
 * `onRetry` opens the rows on this device once more.
 */
export function SalonPage({ onRetry }: { onRetry?: () => void }) {
  const { t } = useTranslation('salon');
  const state = useSessionState();
  if (state.phase !== 'signed-in') return null;
  const { replica, replicaError, salonId, profile } = state;
  return (
    <Page title={t('title')}>
      <KeptReadError />
      {salonId === null ? (
        <NewSalon />
      ) : replica ? (
        // A stored id gives no right: who has no salon of their own may create one.
        <SavedSalon key={salonId} replica={replica} mayBeForeign={profile.salonId === null} />
      ) : replicaError ? (
        <ReplicaFailed error={replicaError} onRetry={onRetry} />
      ) : (
        <SkeletonRows avatar={false} />
      )}
    </Page>
  );
}

/** The rows on this device did not open: told as any failure to load the salon is. */
function ReplicaFailed({ error, onRetry }: { error: unknown; onRetry: (() => void) | undefined }) {
  const { t } = useTranslation('salon');
  const failed = useSalonFailure();
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each failure, not for each language
  useEffect(() => {
    failed(error, t('load_failed'));
    keepSalonReadError(error, Date.now());
  }, [error]);
  return <ErrorBox title={t('load_failed')} detail={error instanceof Error ? error.message : undefined} onRetry={onRetry} />;
}

/** That the salon could not be read on this device, also when it can again: for the person, and for whoever helps them. */
function KeptReadError() {
  const { t } = useTranslation('salon');
  const language = useLanguage();
  const { error } = useStore(salonReadError);
  if (!error) return null;
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
  const clock = new Intl.DateTimeFormat(language, { hour: 'numeric', minute: '2-digit', hourCycle: 'h23' });
  const date = shownDate(zonedParts(error.at, timeZone).date, language);
  return (
    <Notice tone="bad" className="mb-4 max-w-[68rem]">
      <span className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <span className="min-w-[min(12rem,100%)] flex-1">
          {t('read_failed', { date, time: clock.format(new Date(error.at)) })}
          <span className="block text-sm text-ink-2 break-words">{error.message}</span>
        </span>
        <Button size="sm" onClick={forgetSalonReadError}>
          {t('read_failed_seen')}
        </Button>
      </span>
    </Notice>
  );
}
