import { CircleAlert, CircleCheck, CircleMinus } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { ImportTable } from '#data/imports/import-batches.ts';
import type { JudgedRow, RowVerdict } from '#domain/imports/import-rows.ts';
import { Badge, Count } from '#ui/page/badge.tsx';
import { Button } from '#ui/page/button.tsx';
import { classNames } from '#ui/style/class-names.ts';
import { saveCsv } from './save-file.ts';

type Group = 'new' | 'known' | 'wrong';
const GROUPS: readonly Group[] = ['new', 'known', 'wrong'];

/** Rows that are drawn before somebody asks for more. */
const AT_ONCE = 100;

const groupOf = ({ verdict }: { readonly verdict: RowVerdict<unknown> }): Group =>
  verdict.kind === 'repeated' ? 'known' : verdict.kind;

export interface ImportPreviewProps<V, K> {
  table: ImportTable;
  rows: readonly JudgedRow<V, K>[];
  head: readonly string[];
  /** A row in words; the name is empty where it has none. */
  say: (value: V) => { readonly name: string; readonly detail: readonly (string | null)[] };
  /** Returns the name and the path of a known row. */
  linkOf: (known: K) => { readonly name: string; readonly to: string };
}

/** The list of the rows, each with its fate: new, known already, or wrong, and why. */
export function ImportPreview<V, K>({ table, rows, head, say, linkOf }: ImportPreviewProps<V, K>) {
  const { t } = useTranslation('importing');
  const [only, setOnly] = useState<Group | null>(null);
  const [shown, setShown] = useState(AT_ONCE);
  const chosen = only ? rows.filter((row) => groupOf(row) === only) : rows;
  const count = (group: Group) => rows.filter((row) => groupOf(row) === group).length;
  const wrong = rows.filter((row) => groupOf(row) === 'wrong');
  const why = useWhy(table);
  return (
    <section className="card" aria-label={t('preview')}>
      <header className="flex flex-wrap items-center gap-2 border-b border-line rounded-t-lg bg-surface-2 px-5 py-3 max-md:px-4">
        <h2 className="mr-2 text-base">{t('preview')}</h2>
        {GROUPS.map((group) => (
          <button
            key={group}
            type="button"
            className={classNames('chip', only === group && 'on')}
            aria-pressed={only === group}
            onClick={() => setOnly(only === group ? null : group)}
          >
            {t(group)} <Count warn={group === 'wrong' && wrong.length > 0}>{count(group)}</Count>
          </button>
        ))}
        {wrong.length > 0 ? (
          <Button
            size="sm"
            variant="ghost"
            breaks
            className="ml-auto"
            onClick={() =>
              saveCsv('greben-wrong-rows.csv', [[...head, t('why')], ...wrong.map((row) => [...row.cells, why(row)])])
            }
          >
            {t('save_wrong')}
          </Button>
        ) : null}
      </header>
      <ol>
        {chosen.slice(0, shown).map((row) => (
          <PreviewRow key={row.row} table={table} row={row} why={why(row)} say={say} linkOf={linkOf} />
        ))}
      </ol>
      {chosen.length > shown ? (
        <p className="p-3 text-center">
          <Button onClick={() => setShown(shown + AT_ONCE)}>{t('more_rows', { count: chosen.length - shown })}</Button>
        </p>
      ) : null}
    </section>
  );
}

/** Why a row is not imported, in words; empty for a new one. */
function useWhy(table: ImportTable): (row: { readonly verdict: RowVerdict<unknown> }) => string {
  const { t } = useTranslation('importing');
  return ({ verdict }) => {
    if (verdict.kind === 'known') return t(`known_by_${verdict.by}`);
    if (verdict.kind === 'repeated') return t(`repeated_${table}`, { row: verdict.row });
    return verdict.kind === 'wrong' ? verdict.reasons.map((reason) => t(`wrong_${reason}`)).join('; ') : '';
  };
}

const LOOKS = {
  new: { tone: 'ok', Icon: CircleCheck },
  known: { tone: 'neutral', Icon: CircleMinus },
  wrong: { tone: 'bad', Icon: CircleAlert },
} as const;

interface PreviewRowProps<V, K> extends Pick<ImportPreviewProps<V, K>, 'table' | 'say' | 'linkOf'> {
  row: JudgedRow<V, K>;
  why: string;
}

function PreviewRow<V, K>({ table, row, why, say, linkOf }: PreviewRowProps<V, K>) {
  const { t } = useTranslation('importing');
  const group = groupOf(row);
  const { tone, Icon } = LOOKS[group];
  const { name, detail } = say(row.value);
  const asItCame = row.cells.filter((cell) => cell !== '' && cell !== name).join(' · ');
  // Of what cannot be read, nothing is said that the file does not say: a price of “1,200” would be one of 0.
  const beside = group !== 'wrong' ? detail.filter(Boolean).join(' · ') : name && asItCame;
  const known = row.verdict.kind === 'known' ? linkOf(row.verdict.row) : null;
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1 border-b border-line px-5 py-2.5 last:border-b-0 max-md:px-4">
      <span className="tnum w-12 flex-none text-sm text-ink-3">{row.row}</span>
      <span className="min-w-40 flex-1 leading-tight">
        <span className="block break-words">{name || asItCame}</span>
        <span className="tnum block text-sm break-words text-ink-3">{beside}</span>
      </span>
      <span className="ml-auto flex flex-wrap items-center justify-end gap-2 text-sm text-ink-2">
        {why}
        {known ? (
          <Link to={known.to} className="underline underline-offset-3">
            {known.name}
          </Link>
        ) : null}
        <Badge tone={tone} icon={<Icon className="i" aria-hidden="true" />}>
          {group === 'wrong' ? t('is_wrong') : t(`is_${group}_${table}`)}
        </Badge>
      </span>
    </li>
  );
}
