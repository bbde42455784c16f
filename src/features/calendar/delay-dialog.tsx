import { useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { SalonPart } from '#calendar/reads/calendar-reads.ts';
import { daysEvents$ } from '#data/events/events.queries.ts';
import { overrideSets$ } from '#data/shifts.queries.ts';
import { restOfDay } from '#domain/booking/delay.ts';
import { addDays, dayBounds, type LocalDate } from '#domain/time/time.ts';
import { formatTimeOf } from '#domain/time/time-format.ts';
import { DelayPanel, USUAL_DELAY, useBookingNames, useDelayed, useDelaySave } from '#features/shared/delay-panel.tsx';
import { trackSave } from '#features/shared/undo.ts';
import { useReplica } from '#features/shared/use-replica.ts';
import { formatDay } from '#i18n/formats.ts';
import { useLanguage } from '#i18n/use-language.ts';
import { Select } from '#ui/form/select.tsx';
import { Dialog } from '#ui/overlay/dialog.tsx';
import { LeaveButton } from '#ui/overlay/leave-dialog.tsx';
import { Button } from '#ui/page/button.tsx';
import { SkeletonRows } from '#ui/page/skeleton.tsx';
import { useLive } from '#ui/timing/use-live.ts';

interface DelayDialogProps {
  salon: SalonPart;
  date: LocalDate;
  today: LocalDate;
  onClose(): void;
}

/** Somebody is late: the rest of their day is moved at once, and whom it collides with is shown before. */
export function DelayDialog({ salon, date, today, onClose }: DelayDialogProps) {
  const { t } = useTranslation('delay');
  const language = useLanguage();
  const replica = useReplica();
  const { timezone: zone, open } = salon.config;
  const [now] = useState(() => new Date().toISOString());
  const [chosen, setChosen] = useState('');
  const [since, setSince] = useState('');
  const [minutes, setMinutes] = useState(USUAL_DELAY);
  const [busy, setBusy] = useState(false);
  const saved = useRef(false);
  // The next day, too: what is delayed past midnight is looked at there.
  const events = useLive(() => daysEvents$(replica, date, addDays(date, 1), zone), [replica, date, zone]);
  const overrides = useLive(() => overrideSets$(replica, addDays(date, -1), addDays(date, 2)), [replica, date]);
  const working = useMemo(
    () => (overrides ? { weekly: salon.weekly, overrides, zone, open } : null),
    [salon.weekly, overrides, zone, open],
  );

  const day = useMemo(() => dayBounds(date, zone), [date, zone]);
  const rests = useMemo(
    () => new Map(salon.employees.map(({ id }) => [id, restOfDay(events ?? [], id, day.from, day.to)])),
    [salon.employees, events, day],
  );
  const upcoming = (id: string) => rests.get(id)?.find(({ start_time }) => start_time >= now);
  const people = salon.employees.filter(({ id, active }) => active || (rests.get(id)?.length ?? 0) > 0);
  // Whoever has the next appointment: one that has begun may be late too, but is not what one means first.
  const next = people
    .filter(({ id }) => upcoming(id))
    .sort((a, b) => ((upcoming(a.id)?.start_time ?? '') < (upcoming(b.id)?.start_time ?? '') ? -1 : 1))[0];
  const begun = people.find(({ id }) => (rests.get(id)?.length ?? 0) > 0);
  const who = people.find(({ id }) => id === chosen) ?? next ?? begun ?? people[0];
  const rest = rests.get(who?.id ?? '') ?? [];
  const first = rest.find(({ id }) => id === since) ?? upcoming(who?.id ?? '') ?? rest[0];
  const ready = events !== undefined && working !== null;
  // What stands there at first stays: another device's booking takes nobody else's day into the dialog.
  if (ready && chosen === '' && who) setChosen(who.id);
  if (ready && since === '' && first) setSince(first.id);
  const ids = useMemo(
    () => new Set(rest.filter(({ start_time }) => start_time >= (first?.start_time ?? '~')).map(({ id }) => id)),
    [rest, first],
  );
  const moved = useDelayed(events, ids, minutes, working);
  const { nameOf } = useBookingNames(events);
  const write = useDelaySave();
  const past = date < today;

  const save = async () => {
    if (busy || saved.current || moved.length === 0) return;
    setBusy(true);
    saved.current = await trackSave(write(moved, minutes, who?.name ?? ''));
    setBusy(false);
    if (saved.current) onClose();
  };

  const empty = past ? t('past') : moved.length === 0 ? t('none', { name: who?.name ?? '' }) : null;
  return (
    <Dialog
      open
      onClose={onClose}
      title={date === today ? t('title') : t('title_on', { day: formatDay(date, language) })}
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
      footer={
        <>
          <LeaveButton className="ml-auto">{t('common:cancel')}</LeaveButton>
          <Button type="submit" variant="primary" busy={busy} disabled={!ready || empty !== null}>
            {t('save', { count: moved.length })}
          </Button>
        </>
      }
    >
      {ready ? (
        <div className="flex flex-col gap-4">
          <Select
            label={t('who')}
            value={who?.id ?? null}
            options={people.map(({ id, name }) => ({ value: id, label: name }))}
            onChange={(id) => {
              setChosen(id);
              setSince('');
            }}
          />
          {empty ? (
            <p role="status" className="text-ink-2">
              {empty}
            </p>
          ) : (
            <>
              <Select
                label={t('from')}
                value={first?.id ?? null}
                options={rest.map((one) => ({ value: one.id, label: `${formatTimeOf(one.start_time, zone)}, ${nameOf(one)}` }))}
                onChange={setSince}
              />
              <DelayPanel {...{ events, moved, minutes, zone }} employees={salon.employees} onMinutes={setMinutes} />
            </>
          )}
        </div>
      ) : (
        <SkeletonRows />
      )}
    </Dialog>
  );
}
