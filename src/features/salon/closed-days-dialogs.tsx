import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { OpenReplica } from '#data/open-replica.ts';
import { stillMay } from '#data/person-rights.ts';
import { changeClosedDays, undoSalonTexts } from '#data/salon.commands.ts';
import { nextClosed, type SalonDays } from '#domain/booking/open-days.ts';
import { daysBetween, type LocalDate } from '#domain/time/time.ts';
import { closedName } from '#features/shared/open-words.ts';
import { offerUndo } from '#features/shared/undo.ts';
import { failureText, saving } from '#features/shared/use-saving.ts';
import { formatDay, formatDayMonth } from '#i18n/formats.ts';
import { useLanguage } from '#i18n/use-language.ts';
import {
  type ClosedDays,
  closedKey,
  HOLIDAYS,
  type Holiday,
  LONGEST_CLOSED,
  LONGEST_CLOSED_NAME,
  MOST_CLOSED,
} from '#schemas/salon-days.ts';
import { Checkbox } from '#ui/form/checkbox.tsx';
import { DateField } from '#ui/form/date-field.tsx';
import { Segmented } from '#ui/form/segmented.tsx';
import { TextField } from '#ui/form/text-field.tsx';
import { Dialog } from '#ui/overlay/dialog.tsx';
import { LeaveButton } from '#ui/overlay/leave-dialog.tsx';
import { toast } from '#ui/overlay/toast-store.ts';
import { Button } from '#ui/page/button.tsx';
import { Notice } from '#ui/page/notice.tsx';
import { BookedWhileClosed } from './booked-while-closed.tsx';

/** Writes a change of the closed days, and offers to take it back; false: it was not saved, and that was said. */
export function useClosedDaysSave(replica: OpenReplica) {
  const { t } = useTranslation('open-days');
  return async (text: string, make: (days: readonly ClosedDays[]) => readonly ClosedDays[]): Promise<boolean> => {
    try {
      const edit = await saving(text, () => changeClosedDays(replica, make));
      const allowed$ = stillMay(replica, 'salon_settings', 'closed_days');
      offerUndo({
        ...{ text, saved: t('saved_closed'), about: 'salon_days', allowed$ },
        undo: () => undoSalonTexts(replica, edit),
      });
      return true;
    } catch (error) {
      console.error(error);
      toast({ title: t('not_saved'), description: failureText(error), variant: 'destructive' });
      return false;
    }
  };
}

interface ClosedDaysProps {
  replica: OpenReplica;
  /** The days in force; null: the salon has set none. */
  open: SalonDays | null;
  /** IANA name. */
  zone: string;
  /** Today in the salon's time zone. */
  today: LocalDate;
  onClose: () => void;
}

/** Closes the salon on dates, or on a day of every year. */
export function AddClosedDialog({ replica, open, zone, today, onClose }: ClosedDaysProps) {
  const { t } = useTranslation(['open-days', 'common']);
  const language = useLanguage();
  const save = useClosedDaysSave(replica);
  const [kind, setKind] = useState<'dates' | 'yearly'>('dates');
  const [{ from, to }, setRange] = useState({ from: today, to: today });
  const [name, setName] = useState('');
  const [tried, setTried] = useState(false);
  const [busy, setBusy] = useState(false);
  const known = open?.closed ?? [];
  const called = name.trim();
  const made: ClosedDays = kind === 'dates' ? { kind, from, to, name: called } : { kind, day: from.slice(5), name: called };
  const isKnown = (days: readonly ClosedDays[]) => days.some((one) => closedKey(one) === closedKey(made));
  const problem =
    known.length >= MOST_CLOSED
      ? t('full', { count: MOST_CLOSED })
      : isKnown(known)
        ? t('known')
        : kind === 'dates' && to < today
          ? t('ended')
          : kind === 'dates' && daysBetween(from, to) >= LONGEST_CLOSED
            ? t('too_long', { count: LONGEST_CLOSED })
            : null;
  const submit = async () => {
    setTried(true);
    if (problem || busy) return;
    setBusy(true);
    const saved = await save(called || t('said_closed'), (days) => (isKnown(days) ? days : [...days, made]));
    if (saved) onClose();
    else setBusy(false);
  };
  return (
    <Dialog
      open
      onClose={onClose}
      dirty={kind !== 'dates' || from !== today || to !== today || called !== ''}
      title={t('add_title')}
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
      footer={
        <>
          <LeaveButton className="ml-auto">{t('common:cancel')}</LeaveButton>
          <Button type="submit" variant="primary" busy={busy}>
            {t('common:save')}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <Segmented<'dates' | 'yearly'>
          wide
          label={t('which')}
          value={kind}
          onChange={setKind}
          options={[
            { value: 'dates', label: t('which_dates') },
            { value: 'yearly', label: t('which_yearly') },
          ]}
        />
        {kind === 'dates' ? (
          <div className="grid gap-4 sm:grid-cols-2">
            <DateField
              label={t('from')}
              value={from}
              today={today}
              onChange={(date) => setRange({ from: date, to: daysBetween(date, to) < 0 ? date : to })}
            />
            <DateField label={t('to')} value={to} min={from} today={today} onChange={(date) => setRange({ from, to: date })} />
          </div>
        ) : (
          <DateField
            label={t('day')}
            value={from}
            today={today}
            weekday={false}
            write={(date) => formatDayMonth(date, language)}
            onChange={(date) => setRange({ from: date, to: date })}
          />
        )}
        <TextField
          label={t('name')}
          optional
          maxLength={LONGEST_CLOSED_NAME}
          value={name}
          onChange={setName}
          hint={t('name_hint')}
        />
        <div role="status">
          {tried && problem ? (
            <Notice quiet tone="bad">
              {problem}
            </Notice>
          ) : null}
        </div>
        {problem ? null : (
          <BookedWhileClosed
            replica={replica}
            open={{ hours: open?.hours ?? null, closed: [...known, { ...made, name: '' }] }}
            zone={zone}
            draft
            className=""
          />
        )}
      </div>
    </Dialog>
  );
}

const asHoliday = (holiday: Holiday): ClosedDays => ({ kind: 'holiday', holiday });

/** Bulgaria's public holidays, to take over as closed days of every year: all of them at first. */
export function HolidaysDialog({ replica, open, zone, today, onClose }: ClosedDaysProps) {
  const { t } = useTranslation(['open-days', 'common']);
  const language = useLanguage();
  const save = useClosedDaysSave(replica);
  const known = open?.closed ?? [];
  const [opened] = useState<ReadonlySet<Holiday>>(() => {
    const taken = known.flatMap((one) => (one.kind === 'holiday' ? [one.holiday] : []));
    return new Set(taken);
  });
  const [first] = useState<ReadonlySet<Holiday>>(() => (opened.size > 0 ? opened : new Set(HOLIDAYS)));
  const [chosen, setChosen] = useState(first);
  const [busy, setBusy] = useState(false);
  const others = known.filter(({ kind }) => kind !== 'holiday');
  const full = others.length + chosen.size > MOST_CLOSED;
  const toggle = (holiday: Holiday, isChosen: boolean) => {
    const next = new Set(chosen);
    if (isChosen) next.add(holiday);
    else next.delete(holiday);
    setChosen(next);
  };
  const submit = async () => {
    if (full || busy) return;
    setBusy(true);
    // Only what was changed here: what another device has taken over meanwhile stays.
    const added = HOLIDAYS.filter((one) => chosen.has(one) && !opened.has(one));
    const removed = new Set(HOLIDAYS.filter((one) => !chosen.has(one) && opened.has(one)));
    const saved = await save(t('holidays'), (days) => {
      const kept = days.filter((one) => one.kind !== 'holiday' || !removed.has(one.holiday));
      const here = new Set(kept.flatMap((one) => (one.kind === 'holiday' ? [one.holiday] : [])));
      return [...kept, ...added.filter((one) => !here.has(one)).map(asHoliday)];
    });
    if (saved) onClose();
    else setBusy(false);
  };
  const inOrder = HOLIDAYS.map((holiday) => ({ holiday, next: nextClosed(asHoliday(holiday), today) ?? '' })).sort((a, b) =>
    a.next < b.next ? -1 : 1,
  );
  return (
    <Dialog
      open
      onClose={onClose}
      dirty={HOLIDAYS.some((one) => chosen.has(one) !== first.has(one))}
      title={t('holidays')}
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
      footer={
        <>
          <LeaveButton className="ml-auto">{t('common:cancel')}</LeaveButton>
          <Button type="submit" variant="primary" busy={busy}>
            {t('common:save')}
          </Button>
        </>
      }
    >
      <p className="mb-2 text-ink-2">{t('holidays_rule')}</p>
      <Checkbox
        className="border-line border-b font-semibold"
        checked={chosen.size === HOLIDAYS.length}
        onChange={(all) => setChosen(new Set(all ? HOLIDAYS : []))}
        label={t('all')}
      />
      <ul className="divide-y divide-line">
        {inOrder.map(({ holiday, next }) => (
          <li key={holiday}>
            <Checkbox
              className="py-1.5"
              checked={chosen.has(holiday)}
              onChange={(isChosen) => toggle(holiday, isChosen)}
              label={
                <>
                  {closedName(asHoliday(holiday), language)}
                  {holiday === 'in-place' ? <span className="block text-ink-3 text-xs">{t('in_place_hint')}</span> : null}
                </>
              }
              note={<span className="text-ink-3 text-sm tnum">{next && formatDay(next, language)}</span>}
            />
          </li>
        ))}
      </ul>
      {full ? (
        <Notice tone="bad" className="mt-3">
          {t('full', { count: MOST_CLOSED })}
        </Notice>
      ) : (
        <BookedWhileClosed
          replica={replica}
          open={{ hours: open?.hours ?? null, closed: [...others, ...[...chosen].map(asHoliday)] }}
          zone={zone}
          draft
        />
      )}
    </Dialog>
  );
}
