import { useTranslation } from 'react-i18next';
import type { LocalDate } from '#domain/time.ts';
import { formatDayMonth, formatWeekday } from '#i18n/formats.ts';
import { useLanguage } from '#i18n/use-language.ts';
import { everyWeekday, rowsWords } from '#shifts/reads/shift-words.ts';
import { onceWords, type StoredDay } from './shift-draft.ts';

/** What holds on the date now, and which of it is of every week and which of this date alone. */
export function ShiftFacts({ date, stored, now }: { date: LocalDate; stored: StoredDay; now: string }) {
  const { t } = useTranslation('shifts');
  const language = useLanguage();
  const day = `${formatWeekday(date, language, 'long')}, ${formatDayMonth(date, language)}`;
  const facts = [
    { term: t('holds_now', { day }), words: now || t('off_that_day'), strong: true },
    { term: t('holds_every', { scope: everyWeekday(date, t) }), words: rowsWords(stored.weekly) || t('none_stored') },
    { term: t('holds_once'), words: onceWords(stored, t) || t('as_weekly') },
  ];
  return (
    <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1 text-sm max-md:grid-cols-1 max-md:gap-y-0">
      {facts.map(({ term, words, strong }) => (
        <div key={term} className="contents max-md:mb-1 max-md:block">
          <dt className="text-ink-2">{term}</dt>
          <dd className={strong ? 'tnum font-semibold' : 'tnum'}>{words}</dd>
        </div>
      ))}
    </dl>
  );
}
