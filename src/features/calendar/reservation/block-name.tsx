import { type ReactNode, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { catchError, map, of, take } from 'rxjs';
import { blocksSince$ } from '#data/events/events.queries.ts';
import { lastBlockNames } from '#domain/booking/block-names.ts';
import { useReplica } from '#features/shared/use-replica.ts';
import { UNNAMED_BLOCKS } from '#i18n/languages.ts';
import { TextField } from '#ui/form/text-field.tsx';
import { classNames } from '#ui/style/class-names.ts';
import { useLiveState } from '#ui/timing/use-live.ts';
import { MOST_TITLE } from './reservation-form.ts';

const NAMES = ['lunch', 'doctor', 'training'] as const;
/** So many names of the salon's own follow the three. */
const OWN_NAMES = 3;
/** Names of blocked time that began longer ago are not offered, ms: the read stays short in a salon with years of appointments. */
const OFFERED_FOR_MS = 60 * 24 * 60 * 60_000;
const NONE: readonly string[] = [];

interface BlockNameProps {
  /** Never empty: blocked time that nobody has named has the usual title (RES-23). */
  title: string;
  /** The change by another device meanwhile. */
  note: ReactNode;
  onChange(title: string): void;
}

/** The name of blocked time: typed, or one of those that the salon uses. */
export function BlockName({ title, note, onChange }: BlockNameProps) {
  const { t } = useTranslation(['reservation', 'calendar']);
  const usual = t('calendar:blocked_title');
  const titleOf = (text: string) => (text.trim() ? text : usual);
  /** The text as it was typed: whoever is about to type “Blocked time for …” does not see it vanish. */
  const [typed, setTyped] = useState('');
  const text = titleOf(typed) === title ? typed : UNNAMED_BLOCKS.includes(title) ? '' : title;
  const write = (next: string) => {
    setTyped(next);
    onChange(titleOf(next));
  };
  const names = NAMES.map((name) => t(`block.${name}`));
  return (
    <div className="col-span-6">
      <TextField
        label={t('block.name')}
        name="title"
        optional
        maxLength={MOST_TITLE}
        placeholder={usual}
        hint={note}
        value={text}
        onChange={write}
      />
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would bring a legend and borders for a row of buttons */}
      <div className="mt-2 flex flex-wrap gap-1.5" role="group" aria-label={t('block.names')}>
        {[...names, ...useOwnNames(names)].map((name) => {
          const on = name === title.trim();
          return (
            <button
              key={name}
              type="button"
              className={classNames('chip', on && 'on')}
              aria-pressed={on}
              onClick={() => write(on ? '' : name)}
            >
              <span className="max-w-48 truncate">{name}</span>
            </button>
          );
        })}
      </div>
    </div>
  );
}

/** The salon's own names, as they stood when the field came: nothing moves under a finger. */
function useOwnNames(without: readonly string[]): readonly string[] {
  const replica = useReplica();
  const from = useMemo(() => new Date(Date.now() - OFFERED_FOR_MS).toISOString(), []);
  const key = without.join('\n');
  const { value } = useLiveState(
    () =>
      blocksSince$(replica, from).pipe(
        take(1),
        map((rows) => lastBlockNames(rows, [...key.split('\n'), ...UNNAMED_BLOCKS], OWN_NAMES)),
        catchError((error: unknown) => {
          console.warn('The names of blocked time could not be read', error);
          return of(NONE);
        }),
      ),
    [replica, from, key],
  );
  return value ?? NONE;
}
