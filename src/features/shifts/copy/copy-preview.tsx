import { Fragment } from 'react';
import { useTranslation } from 'react-i18next';
import type { CopyList } from './copy-list.ts';

/** So many lines are drawn, the others are counted: a year of a large team is thousands. */
const DRAWN = 200;

/** Hours as they are read: a line ends between two ranges, never within one. */
function Hours({ of }: { of: string }) {
  return of.split(', ').map((range, at) => (
    <Fragment key={range}>
      {at === 0 ? null : ', '}
      <span className="whitespace-nowrap">{range}</span>
    </Fragment>
  ));
}

/** What a copy writes and what it replaces, day by day. */
export function CopyPreview({ list }: { list: CopyList }) {
  const { t } = useTranslation('plan');
  const { lines, left } = list;
  return (
    <section className="mt-4 border-t border-line pt-3" aria-label={t('copy_list')}>
      <p className="text-sm text-ink-2" role="status">
        {lines.length === 0 ? t('copy_nothing') : t('copy_changes', { count: lines.length })}
        {left > 0 ? ` ${t('copy_left', { count: left })}` : ''}
      </p>
      {lines.length === 0 ? null : (
        <ul className="mt-2 text-sm">
          {lines.slice(0, DRAWN).map((line) => (
            <li key={line.key} className="border-b border-line-2 py-1.5 last:border-0">
              <span className="font-medium">{line.who}</span> <span className="text-ink-2">{line.when}</span>
              <span className="tnum block">
                <del className="text-ink-3">
                  <Hours of={line.before} />
                </del>{' '}
                → <Hours of={line.after} />
                {line.lost ? <span className="block text-xs text-warning">{t('copy_lost', { hours: line.lost })}</span> : null}
              </span>
            </li>
          ))}
        </ul>
      )}
      {lines.length > DRAWN ? <p className="mt-2 text-sm text-ink-2">{t('copy_more', { count: lines.length - DRAWN })}</p> : null}
    </section>
  );
}
