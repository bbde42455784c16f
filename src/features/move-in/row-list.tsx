import { CircleAlert, CircleCheck, CircleMinus } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { saveCsv } from '#features/shared/save-file.ts';
import { Badge, Count } from '#ui/page/badge.tsx';
import { Button } from '#ui/page/button.tsx';
import { classNames } from '#ui/style/class-names.ts';
import { isTaken, type JudgedPart, withoutPrice } from './judged-parts.ts';
import { headOf } from './parts.ts';
import { type JudgedRecord, rowKind } from './row-kinds.ts';
import { useLeftOutTexts, useWhy, useWords } from './words.ts';

type Group = 'new' | 'known' | 'wrong' | 'remarks';
const GROUPS: readonly Group[] = ['new', 'known', 'wrong', 'remarks'];

/** The number of rows that are drawn before somebody asks for more. */
const AT_ONCE = 100;

const fateOf = ({ verdict }: JudgedRecord) => (verdict.kind === 'repeated' ? 'known' : verdict.kind);
const isOf = (group: Group, row: JudgedRecord) =>
  group === 'remarks' ? row.leftOut.length + row.hints.length > 0 : fateOf(row) === group;

interface RowListProps {
  judged: JudgedPart;
  /** The numbers of the known rows that a person wants anyway. */
  wanted: ReadonlySet<number>;
  onWant: (rows: readonly number[], want: boolean) => void;
  onWithoutPrice: (isZero: boolean) => void;
}

/** Shows the rows of a part, each with its fate, the reason, and the texts that did not go into their fields. */
export function RowList({ judged, wanted, onWant, onWithoutPrice }: RowListProps) {
  const { t } = useTranslation('move-in');
  const { part, rows } = judged;
  const [only, setOnly] = useState<Group | null>(null);
  const [shown, setShown] = useState(AT_ONCE);
  const whyOf = useWhy();
  const why = (row: JudgedRecord) => whyOf(part.kind, row);
  const chosen = only ? rows.filter((row) => isOf(only, row)) : rows;
  const groups = GROUPS.map((group) => ({ group, count: rows.filter((row) => isOf(group, row)).length }));
  const known = rows.filter((row) => fateOf(row) === 'known').map(({ row }) => row);
  const notYet = known.filter((row) => !wanted.has(row));
  const download = (group: 'known' | 'wrong') =>
    saveCsv(`greben-${group}-rows.csv`, [
      [...headOf(part), t('why')],
      ...rows.filter((row) => fateOf(row) === group).map((row) => [...row.cells, why(row)]),
    ]);
  const prices = withoutPrice(judged);
  return (
    <section className="card" aria-label={t('preview')}>
      <header className="flex flex-wrap items-center gap-2 border-b border-line rounded-t-lg bg-surface-2 px-5 py-3 max-md:px-4">
        <h2 className="mr-2 text-base">{t('preview')}</h2>
        {groups.map(({ group, count }) =>
          group === 'remarks' && count === 0 ? null : (
            <button
              key={group}
              type="button"
              className={classNames('chip', only === group && 'on')}
              aria-pressed={only === group}
              onClick={() => setOnly(only === group ? null : group)}
            >
              {t(group)} <Count warn={group === 'wrong' && count > 0}>{count}</Count>
            </button>
          ),
        )}
      </header>
      <div className="flex flex-wrap gap-2 border-b border-line px-5 py-2.5 empty:hidden max-md:px-4">
        {notYet.length > 0 ? (
          <Button size="sm" breaks onClick={() => onWant(notYet, true)}>
            {t('want_all', { count: notYet.length })}
          </Button>
        ) : null}
        {known.length > 0 && notYet.length === 0 ? (
          <Button size="sm" breaks onClick={() => onWant(known, false)}>
            {t('want_none')}
          </Button>
        ) : null}
        {prices > 0 ? (
          <Button size="sm" breaks onClick={() => onWithoutPrice(true)}>
            {t('price_zero', { count: prices })}
          </Button>
        ) : null}
        {part.withoutPriceIsZero ? (
          <Button size="sm" breaks onClick={() => onWithoutPrice(false)}>
            {t('price_asked')}
          </Button>
        ) : null}
        {known.length > 0 ? (
          <Button size="sm" variant="ghost" breaks onClick={() => download('known')}>
            {t('save_known')}
          </Button>
        ) : null}
        {rows.some((row) => fateOf(row) === 'wrong') ? (
          <Button size="sm" variant="ghost" breaks onClick={() => download('wrong')}>
            {t('save_wrong')}
          </Button>
        ) : null}
      </div>
      <ol>
        {chosen.slice(0, shown).map((row) => (
          <RowItem
            key={row.row}
            part={part}
            judged={row}
            why={why(row)}
            taken={isTaken(row, wanted)}
            onWant={(want) => onWant([row.row], want)}
          />
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

const LOOKS = {
  new: { tone: 'ok', Icon: CircleCheck },
  known: { tone: 'neutral', Icon: CircleMinus },
  wrong: { tone: 'bad', Icon: CircleAlert },
} as const;

interface RowItemProps {
  part: JudgedPart['part'];
  judged: JudgedRecord;
  why: string;
  taken: boolean;
  onWant: (want: boolean) => void;
}

function RowItem({ part, judged, why, taken, onWant }: RowItemProps) {
  const { t } = useTranslation('move-in');
  const words = useWords();
  const { say, linkOf } = rowKind(part.kind);
  const fate = fateOf(judged);
  const look = taken ? 'new' : fate;
  const { tone, Icon } = LOOKS[look];
  const { name, detail } = say(judged.value, words);
  const asItCame = judged.cells.filter((cell) => cell !== '' && cell !== name).join(' · ');
  // A row with an error shows only what the file says. Otherwise a price of “1,200”, which cannot be read, would look like 0.
  const beside = fate !== 'wrong' ? detail.filter(Boolean).join(' · ') : name && asItCame;
  const known = judged.verdict.kind === 'known' ? linkOf(judged.verdict.row, words) : null;
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1 border-b border-line px-5 py-2.5 last:border-b-0 max-md:px-4">
      <span className="tnum w-12 flex-none text-sm text-ink-3">{judged.row}</span>
      <span className="min-w-[min(10rem,100%)] flex-1 leading-tight">
        <span className="block break-words">{name || asItCame}</span>
        <span className="tnum block text-sm break-words text-ink-3">{beside}</span>
        <Remarks part={part} judged={judged} />
      </span>
      <span className="ml-auto flex flex-wrap items-center justify-end gap-2 text-sm text-ink-2">
        {why}
        {known?.to ? (
          <Link to={known.to} className="underline underline-offset-3">
            {known.name}
          </Link>
        ) : (
          known?.name
        )}
        {fate === 'known' ? (
          <Button size="sm" breaks label={`${t(taken ? 'unwant' : 'want')}: ${name}`} onClick={() => onWant(!taken)}>
            {t(taken ? 'unwant' : 'want')}
          </Button>
        ) : null}
        <Badge tone={tone} icon={<Icon className="i" aria-hidden="true" />}>
          {look === 'wrong' ? t('is_wrong') : t(`is_${look}_${part.kind}`)}
        </Badge>
      </span>
    </li>
  );
}

/** Shows the remarks on a row: the texts that stand in its notes, and the hints for a person. */
function Remarks({ part, judged }: { part: JudgedPart['part']; judged: JudgedRecord }) {
  const { t } = useTranslation('move-in');
  const words = useWords();
  const leftOut = useLeftOutTexts()(part, judged);
  const { hints } = judged;
  const { linkOf } = rowKind(part.kind);
  if (leftOut.length + hints.length === 0) return null;
  return (
    <span className="block text-sm break-words text-warning">
      {leftOut.map((text) => (
        <span key={text} className="block">
          {text}
        </span>
      ))}
      {hints.map((hint) => {
        if (hint.kind === 'same_name_above')
          return (
            <span key={hint.kind} className="block">
              {t('hint_same_name_above', { row: hint.row })}
            </span>
          );
        if (hint.kind !== 'same_name')
          return (
            <span key={hint.kind} className="block">
              {t(`hint_${hint.kind}`, { count: hint.by })}
            </span>
          );
        const { name, to } = linkOf(hint.row, words);
        return (
          <span key={hint.kind} className="block">
            {t('hint_same_name')}{' '}
            {to ? (
              <Link to={to} className="underline underline-offset-3">
                {name}
              </Link>
            ) : (
              name
            )}
          </span>
        );
      })}
    </span>
  );
}
