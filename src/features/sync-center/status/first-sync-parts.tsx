import { CircleCheckBig, CircleDashed } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { FIRST_PARTS, firstSyncParts$, type PartOfFirstSync } from '#data/local-data/first-sync.ts';
import type { OpenReplica } from '#data/open-replica.ts';
import { useLanguage } from '#i18n/use-language.ts';
import { CombSpinner } from '#ui/page/comb-spinner.tsx';
import { classNames } from '#ui/style/class-names.ts';
import { useLiveState } from '#ui/timing/use-live.ts';

const NOTHING_YET: readonly PartOfFirstSync[] = FIRST_PARTS.map((part) => ({ part, state: 'waiting', rows: 0 }));

export interface FirstSyncPartsProps {
  replica: OpenReplica;
  /** Without a line nothing is coming. */
  paused?: boolean;
  className?: string;
}

/** The parts of the salon's data that have come, are coming or wait. Only finished parts are read out. */
export function FirstSyncParts({ replica, paused = false, className }: FirstSyncPartsProps) {
  const { t } = useTranslation('sync');
  // Without it the bar still tells: a count that fails stops nothing.
  const parts = useLiveState(() => firstSyncParts$(replica), [replica]).value ?? NOTHING_YET;
  const done = parts.filter(({ state }) => state === 'done');
  return (
    <>
      <ul className={classNames('card overflow-hidden', className)} aria-label={t('first_parts')}>
        {parts.map((part) => (
          <Part key={part.part} {...part} state={paused && part.state === 'coming' ? 'waiting' : part.state} />
        ))}
      </ul>
      <p className="sr-only" role="status">
        {done.length > 0 ? t('first_done', { parts: done.map(({ part }) => t(`first_part_${part}`)).join('; ') }) : ''}
      </p>
    </>
  );
}

function Part({ part, state, rows }: PartOfFirstSync) {
  const { t } = useTranslation('sync');
  const language = useLanguage();
  const count = new Intl.NumberFormat(language).format(rows);
  return (
    <li className="list-row last:border-0" data-part={part} data-state={state}>
      <span className="grid w-5 flex-none place-items-center">
        <Mark state={state} />
      </span>
      <span className={classNames('min-w-0 flex-1', state === 'waiting' && 'text-ink-2')}>{t(`first_part_${part}`)}</span>
      <span className={classNames('tnum text-sm', state === 'coming' ? 'font-semibold text-primary-ink' : 'text-ink-3')}>
        {state === 'waiting' || (state === 'coming' && rows === 0) ? (
          t(`first_state_${state}`)
        ) : (
          <>
            <span className="sr-only">{t(`first_state_${state}`)}, </span>
            {count}
          </>
        )}
      </span>
    </li>
  );
}

function Mark({ state }: Pick<PartOfFirstSync, 'state'>) {
  if (state === 'coming') return <CombSpinner className="text-primary-ink" />;
  const Icon = state === 'done' ? CircleCheckBig : CircleDashed;
  return <Icon className={classNames('i', state === 'done' ? 'text-success' : 'text-ink-3')} aria-hidden="true" />;
}
