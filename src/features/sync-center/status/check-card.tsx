import { CircleCheckBig, ListChecks, RotateCcw } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useReplica } from '#features/shared/use-replica.ts';
import { failureText } from '#features/shared/use-saving.ts';
import { useLanguage } from '#i18n/use-language.ts';
import { Button } from '#ui/page/button.tsx';
import { useLive } from '#ui/timing/use-live.ts';
import { momentText } from './moment-text.ts';
import type { DeviceCheck, ReplicaStatus } from './sync-types.ts';

interface Failure {
  reason: ReplicaStatus['reason'];
  text: string;
}

/** Compares every row with the server; the result in words, also that of the daily check. */
export function CheckCard({ status, zone, onChecked }: { status: ReplicaStatus; zone: string; onChecked: () => void }) {
  const { t } = useTranslation('sync');
  const language = useLanguage();
  const replica = useReplica();
  const last = useLive(() => replica.lastCheck$, [replica]);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Failure | null>(null);
  const cutOff = status.phase === 'offline' || status.phase === 'blocked' || status.phase === 'first-sync';

  const check = async () => {
    setBusy(true);
    setFailure(null);
    try {
      await replica.checkDevice();
      onChecked();
    } catch (error) {
      const { reason } = replica.status$.value;
      setFailure({ reason, text: reason ? t(`reason_${reason}`) : failureText(error) });
    } finally {
      setBusy(false);
    }
  };
  // What was missing may be there again.
  const failed = failure && failure.reason === status.reason ? failure.text : null;
  const why = failed ?? (cutOff ? t(status.phase === 'first-sync' ? 'check_after_first' : 'check_needs_server') : null);
  return (
    <section className="card flex flex-col gap-3 p-4 text-sm" aria-labelledby="sync-check">
      <h2 id="sync-check" className="text-base">
        {t('check_title')}
      </h2>
      <p className="text-ink-2">{t('check_text')}</p>
      <div>
        <Button
          breaks
          icon={<ListChecks className="i" aria-hidden="true" />}
          busy={busy}
          busyLabel={t('checking')}
          disabled={cutOff && !busy}
          aria-describedby={why ? 'sync-check-why' : undefined}
          onClick={() => void check()}
        >
          {t('check_now')}
        </Button>
        {why ? (
          <p id="sync-check-why" className={failed ? 'mt-1.5 text-xs text-danger' : 'hint'} role={failed ? 'alert' : undefined}>
            {why}
          </p>
        ) : null}
      </div>
      <div role="status">
        {last ? (
          <CheckResult check={last} at={momentText(last.at, zone, language, t)} />
        ) : (
          <p className="hint mt-0!">{t('check_never')}</p>
        )}
      </div>
    </section>
  );
}

function CheckResult({ check, at }: { check: DeviceCheck; at: string }) {
  const { t } = useTranslation('sync');
  const language = useLanguage();
  const same = check.differing.length === 0;
  const Mark = same ? CircleCheckBig : RotateCcw;
  const tables = new Intl.ListFormat(language).format(check.differing.map((table) => t(`tables_${table}`)));
  const rows = new Intl.NumberFormat(language).format(check.rows);
  return (
    <div className="flex items-start gap-3" data-check={same ? 'same' : 'differed'}>
      <Mark className={`i mt-px flex-none ${same ? 'text-success' : 'text-warning'}`} aria-hidden="true" />
      <span className="min-w-0 flex-1">
        {same ? t('check_same', { count: check.rows, rows }) : t('check_differed', { tables })}
        <span className="block text-xs text-ink-3">{t('checked_at', { at })}</span>
      </span>
    </div>
  );
}
