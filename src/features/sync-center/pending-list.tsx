import { CloudUpload } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { PendingRow } from '#data/pending.queries.ts';
import { useLanguage } from '#i18n/use-language.ts';
import { Count } from '#ui/badge.tsx';
import { momentText } from './moment-text.ts';
import { recordText } from './row-words.ts';

/** More are counted, not listed. */
const MOST = 100;

/** What is kept here and not yet confirmed by the server. */
export function PendingList({ rows, zone }: { rows: readonly PendingRow[]; zone: string }) {
  const { t } = useTranslation('sync');
  const language = useLanguage();
  return (
    <section aria-labelledby="sync-waiting">
      <h2 id="sync-waiting" className="mb-2.5 flex items-center gap-2 text-base">
        {t('waiting')} <Count>{rows.length}</Count>
      </h2>
      {rows.length === 0 ? (
        <p className="card p-4 text-sm text-ink-2">{t('nothing_waiting')}</p>
      ) : (
        <>
          <ul className="card overflow-hidden">
            {rows.slice(0, MOST).map((pending) => (
              <li
                key={`${pending.table}/${pending.id}`}
                className="list-row items-start! py-3! last:border-0"
                data-table={pending.table}
                data-row={pending.id}
              >
                <CloudUpload className="i mt-0.5 text-ink-2" aria-hidden="true" />
                <span className="min-w-0 flex-1 text-sm leading-snug">
                  <b className="block font-semibold break-words">
                    {[t(`table_${pending.table}`), recordText(pending.table, { ...pending.row }, { t, language, zone })]
                      .filter(Boolean)
                      .join(': ')}
                  </b>
                  <span className="text-ink-2">{t(`${pending.kind}_row`)}</span>
                </span>
                {pending.since ? (
                  <time dateTime={pending.since} className="text-xs text-ink-3">
                    {momentText(pending.since, zone, language, t)}
                  </time>
                ) : null}
              </li>
            ))}
          </ul>
          {rows.length > MOST ? <p className="hint">{t('more_waiting', { count: rows.length - MOST })}</p> : null}
          <p className="hint">{t('waiting_hint')}</p>
        </>
      )}
    </section>
  );
}
