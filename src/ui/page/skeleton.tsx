import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { classNames } from '#ui/style/class-names.ts';

/** A read that the device answers sooner than this shows no grey rows first, ms. */
const PATIENCE = 300;

/** True once the wait is long enough to be worth showing. */
export function useLongWait(waiting: boolean, ms = PATIENCE): boolean {
  const [long, setLong] = useState(false);
  useEffect(() => {
    if (!waiting) return;
    const timer = setTimeout(() => setLong(true), ms);
    return () => {
      clearTimeout(timer);
      setLong(false);
    };
  }, [waiting, ms]);
  return waiting && long;
}

export function Skeleton({ className }: { className?: string | undefined }) {
  return <span className={classNames('skel block', className)} aria-hidden="true" />;
}

const WIDTHS = ['w-3/5', 'w-3/4', 'w-1/2', 'w-2/3', 'w-2/5'];

/** Grey rows in the layout of a list with avatars; nothing in the first 300 ms. */
export function SkeletonRows({ rows = 6, avatar = true }: { rows?: number | undefined; avatar?: boolean | undefined }) {
  const { t } = useTranslation('common');
  const shown = useLongWait(true);
  return (
    <div className="card flex flex-col gap-4 p-4" aria-busy="true" hidden={!shown}>
      <span className="sr-only" role="status">
        {t('loading')}
      </span>
      {Array.from({ length: rows }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the rows are all alike and never move
        <div key={row} className="flex items-center gap-3">
          {avatar ? <Skeleton className="h-9 w-9 rounded-full!" /> : null}
          <span className="flex-1">
            <Skeleton className={classNames('h-3.5', WIDTHS[row % WIDTHS.length])} />
            <Skeleton className={classNames('mt-2 h-3', WIDTHS[(row + 2) % WIDTHS.length])} />
          </span>
        </div>
      ))}
    </div>
  );
}
