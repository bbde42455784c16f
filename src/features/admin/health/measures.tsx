import { useTranslation } from 'react-i18next';
import { Health } from './health.tsx';
import type { MeasuredPart, Measurement } from './measure-server.ts';

const MEASURED: readonly MeasuredPart[] = ['api', 'auth', 'realtime', 'storage'];

/** What this browser has just measured, also where it could not be written down. */
export function Measures({ measured }: { measured: Measurement }) {
  const { t } = useTranslation('admin');
  return (
    <section className="card flex flex-wrap items-center gap-x-6 gap-y-2 px-4 py-2.5 text-sm" role="status" data-measured>
      <b className="font-semibold">{t('measured_now')}</b>
      {MEASURED.map((part) => {
        const { ok, ms } = measured[part];
        return (
          <span key={part} className="inline-flex items-center gap-1.5">
            <Health healthy={ok} />
            {t(part)}
            <span className="tnum text-ink-3">{ok ? t('answers_in', { ms }) : t('no_answer')}</span>
          </span>
        );
      })}
    </section>
  );
}
