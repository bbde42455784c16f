import { Fragment, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { stillMay } from '#data/person-rights.ts';
import { replaceShiftSets, undoShiftPlan } from '#data/shifts.commands.ts';
import { overrideSets$ } from '#data/shifts.queries.ts';
import { addDays, type LocalDate } from '#domain/time/time.ts';
import { weekNumberOf } from '#domain/time/week.ts';
import { offerUndo, trackSave } from '#features/shared/undo.ts';
import { useReplica } from '#features/shared/use-replica.ts';
import { useRights } from '#features/shared/use-rights.ts';
import { failureText, saving } from '#features/shared/use-saving.ts';
import { formatWeekLabel } from '#i18n/formats.ts';
import { useLanguage } from '#i18n/use-language.ts';
import type { LocalRow } from '#schemas/registry.ts';
import type { Weekly } from '#shifts/plan/plan-rows.ts';
import { leftOffWords } from '#shifts/reads/shift-words.ts';
import { Checkbox } from '#ui/form/checkbox.tsx';
import { Segmented } from '#ui/form/segmented.tsx';
import { Select } from '#ui/form/select.tsx';
import { Dialog } from '#ui/overlay/dialog.tsx';
import { toast } from '#ui/overlay/toast-store.ts';
import { Button } from '#ui/page/button.tsx';
import { useLive } from '#ui/timing/use-live.ts';
import { type CopyChoice, type CopyKind, type CopyList, copyListOf } from './copy-list.ts';

interface CopyDialogProps {
  employees: readonly LocalRow<'resources'>[];
  weekly: Weekly;
  monday: LocalDate;
  onClose(): void;
}

/** How far ahead a copy can go, in weeks. */
const AHEAD = [1, 2, 3, 4, 6, 8, 12, 16, 26] as const;
const KINDS: readonly CopyKind[] = ['weeks', 'people', 'rotation'];
const NOTHING = { sets: [], lines: [], left: 0 };

/** Copies the shown week: what it writes and replaces is listed before it is saved, as one action. */
export function CopyDialog({ employees, weekly, monday, onClose }: CopyDialogProps) {
  const { t } = useTranslation(['plan', 'common']);
  const language = useLanguage();
  const replica = useReplica();
  const save = useSaveCopy();
  const maySetWeekly = useRights().may('employee_weekly_shifts', 'intervals');
  const [choice, setChoice] = useState<CopyChoice>({
    kind: 'weeks',
    employee: '',
    weeks: 1,
    others: new Set(),
    everyWeek: false,
  });
  const [saving, setSaving] = useState(false);
  const { kind, weeks, others, everyWeek } = choice;
  const employee = employees.some(({ id }) => id === choice.employee) ? choice.employee : '';
  const last = addDays(monday, (weeks + 2) * 7 + 1);
  const overrides = useLive(() => overrideSets$(replica, monday, last), [replica, monday, last]);
  const list = useMemo(
    () =>
      overrides ? copyListOf({ ...choice, employee }, { people: employees, monday, weekly, overrides, language, t }) : NOTHING,
    [choice, employee, employees, monday, weekly, overrides, language, t],
  );
  const change = (part: Partial<CopyChoice>) => setChoice((old) => ({ ...old, ...part }));
  const chooseKind = (next: CopyKind) =>
    change({ kind: next, employee: next === 'people' && !employee ? (employees[0]?.id ?? '') : employee });
  const week = (from: LocalDate) => formatWeekLabel(from, addDays(from, 6), language, 'short');
  const odd = weekNumberOf(monday) % 2 === 1;
  const next = addDays(monday, 7);

  const submit = async () => {
    setSaving(true);
    if (await save(list, week(monday))) onClose();
    else setSaving(false);
  };
  return (
    <Dialog
      open
      tall
      onClose={onClose}
      title={t('plan:copy_title', { week: week(monday) })}
      onSubmit={(event) => {
        event.preventDefault();
        if (list.sets.length > 0) void submit();
      }}
      footer={
        <>
          <Button className="ml-auto" onClick={onClose}>
            {t('common:cancel')}
          </Button>
          <Button variant="primary" type="submit" busy={saving} disabled={list.sets.length === 0}>
            {t('plan:copy_save', { count: list.sets.length })}
          </Button>
        </>
      }
    >
      <Segmented<CopyKind>
        label={t('plan:copy_kind')}
        wide
        value={kind}
        onChange={chooseKind}
        options={KINDS.map((value) => ({ value, label: t(`plan:copy_${value}`) }))}
      />
      <div className="mt-4 flex flex-wrap gap-4">
        <Select<string>
          className="min-w-24 flex-1"
          label={t('plan:copy_whose')}
          value={employee}
          options={[
            ...(kind === 'people' ? [] : [{ value: '', label: t('plan:copy_everybody') }]),
            ...employees.map(({ id, name }) => ({ value: id, label: name })),
          ]}
          onChange={(id) => change({ employee: id })}
        />
        {kind === 'people' ? null : (
          <Select<number>
            className="min-w-24 flex-1"
            label={t('plan:copy_ahead')}
            value={weeks}
            options={AHEAD.map((count) => ({ value: count, label: t('plan:weeks', { count }) }))}
            onChange={(count) => change({ weeks: count })}
          />
        )}
      </div>
      {kind === 'rotation' ? (
        <p className="hint mt-3">
          {t('plan:rotation_hint', { odd: week(odd ? monday : next), even: week(odd ? next : monday) })}
        </p>
      ) : null}
      {kind === 'people' ? (
        <>
          <fieldset className="mt-3">
            <legend className="text-sm text-ink-2">{t('plan:copy_to')}</legend>
            {employees
              .filter(({ id }) => id !== employee)
              .map(({ id, name }) => (
                <Checkbox
                  key={id}
                  label={name}
                  checked={others.has(id)}
                  onChange={(on) => change({ others: new Set(on ? [...others, id] : [...others].filter((one) => one !== id)) })}
                />
              ))}
          </fieldset>
          {maySetWeekly ? (
            <Checkbox label={t('plan:copy_every_week')} checked={everyWeek} onChange={(on) => change({ everyWeek: on })} />
          ) : null}
        </>
      ) : null}
      <CopyPreview list={list} />
    </Dialog>
  );
}

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

/** The shifts that a copy writes and those that it replaces, day by day. */
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

/** Saves a copy as one action that can be taken back. False: it was not saved, and that was said. */
function useSaveCopy() {
  const replica = useReplica();
  const { t } = useTranslation('plan');
  return ({ sets }: CopyList, week: string): Promise<boolean> => {
    const words = t('copied', { week, count: sets.length });
    const save = async () => {
      try {
        const warning = await leftOffWords(replica, sets);
        const edit = await saving(words, () => replaceShiftSets(replica, sets));
        const back = t('copy_back', { week });
        const allowed$ = sets.some((one) => 'weekday' in one)
          ? stillMay(replica, 'employee_weekly_shifts', 'intervals')
          : undefined;
        offerUndo({ text: words, back, warning, about: 'shifts', allowed$, undo: () => undoShiftPlan(replica, edit) });
        return true;
      } catch (error) {
        console.error(error);
        toast({ title: t('not_saved'), description: failureText(error), variant: 'destructive' });
        return false;
      }
    };
    return trackSave(save());
  };
}
