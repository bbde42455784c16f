import { useField, useFormikContext } from 'formik';
import { CircleCheckBig, CloudOff, ImageUp, Lock, UserRoundX, X } from 'lucide-react';
import { type CSSProperties, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { employeeGroups$, employees$ } from '#data/resources.queries.ts';
import { salon$ } from '#data/salon.queries.ts';
import { type ChosenHours, chosenWeek, hoursProblem } from '#domain/shifts/usual-week.ts';
import { type LocalDate, todayIn } from '#domain/time/time.ts';
import { CatalogueForm, CatalogueFormPage, useCatalogueForm } from '#features/shared/catalogue-form.tsx';
import { HoursChoice } from '#features/shared/hours-choice.tsx';
import { type HoursOffer, useHoursOffers } from '#features/shared/hours-offers.ts';
import { listAddress } from '#features/shared/list-address.ts';
import { useOnline } from '#features/shared/use-online.ts';
import { useReplica, useSession } from '#features/shared/use-replica.ts';
import type { LocalRow } from '#schemas/registry.ts';
import { ColorPicker } from '#ui/form/color-picker.tsx';
import { Field } from '#ui/form/field.tsx';
import { HALF, WHOLE } from '#ui/form/form-card.tsx';
import { FormikDateField, FormikSelect, FormikSwitch, FormikTextField } from '#ui/form/formik-fields.tsx';
import { afterPress } from '#ui/input/after-press.ts';
import { ColorDot, EmployeeAvatar, initialsOf } from '#ui/page/avatar.tsx';
import { Button } from '#ui/page/button.tsx';
import { Notice } from '#ui/page/notice.tsx';
import { useLive, useLiveState } from '#ui/timing/use-live.ts';
import { DeleteEmployee } from './delete-employee.tsx';
import { type EmployeeFormValues, employeeFormValues, employeeSchema, emptyEmployee } from './employee-form-values.ts';
import { saveEmployee, savePassword } from './save-employee.ts';

/** It goes straight to the server and is written down nowhere here. */
const NEVER_NOTED = ['password'];

interface EmployeeFormProps {
  title: string;
  /** Undefined: a new one. */
  employee: LocalRow<'resources'> | undefined;
  /** The salon's. */
  today: LocalDate;
  others: readonly LocalRow<'resources'>[];
  groups: readonly LocalRow<'employee_groups'>[];
}

function EmployeeForm({ title, employee, today, others, groups }: EmployeeFormProps) {
  const { t } = useTranslation(['employees', 'common', 'rights']);
  const navigate = useNavigate();
  const replica = useReplica();
  const session = useSession();
  const list = listAddress('/employees');
  const { offers } = useHoursOffers();
  const weekOf = ({ hours, chosen }: EmployeeFormValues) =>
    hours === 'chosen' ? chosenWeek(chosen) : offers.find(({ id }) => id === hours)?.week;

  const [schema] = useState(() => employeeSchema(employee && employeeFormValues(employee, groups)));
  const form = useCatalogueForm({
    row: employee,
    list,
    valuesOf: (row) => employeeFormValues(row, groups),
    blank: () => emptyEmployee(today),
    schema,
    table: 'resources',
    nameOf: ({ name }) => name,
    write: (typed, opened) => saveEmployee(replica, employee?.id, opened, typed, weekOf(typed)),
    texts: {
      success: t('common:success'),
      saved: t(employee ? 'employee_updated' : 'employee_added'),
      failed: t('failed_to_save_employee'),
    },
    after: async (id, { password }) => {
      if (password) await savePassword(replica, session.client, id, password, t);
    },
  });
  const { name, color, active } = form.formik.values;
  return (
    <CatalogueForm
      form={form}
      title={title}
      row={employee}
      draft="employees"
      locked={t('rights:employees')}
      without={NEVER_NOTED}
      texts={{ fixErrors: t('fix_errors'), delete: t('delete') }}
      question={(asked, onDone) => (
        <DeleteEmployee
          employee={asked}
          onDone={(done) => {
            onDone(done === 'deleted');
            if (done === 'inactive') navigate(list);
          }}
        />
      )}
      beside={<EmployeePreview name={name} color={color} active={active} />}
    >
      <EmployeeHead />
      <FormikTextField name="name" label={t('name')} className={HALF} autoComplete="off" />
      <FormikTextField name="position" label={t('position')} optional className={HALF} autoComplete="off" />
      <FormikTextField
        name="email"
        inputMode="email" // a field of email type would turn иван@пример.бг into xn--…
        autoCapitalize="none"
        label={t('email')}
        className={HALF}
        autoComplete="off"
      />
      <FormikTextField name="phone" inputMode="tel" label={t('phone')} optional className={HALF} autoComplete="off" />
      <FormikSelect<string>
        name="group_id"
        label={t('group')}
        className={HALF}
        options={[
          { value: '', label: t('no_group') },
          ...groups.map((group) => ({ value: group.id, label: group.name, icon: <ColorDot color={group.color} /> })),
        ]}
      />
      <LockedField label={t('role')} value={t('role_employee')} note={t('role_fixed')} className={HALF} />
      <EmployeeAccessFields isNew={!employee} />
      <EmployeeWorkFields today={today} />
      <div className={`${WHOLE} sect`}>
        <EmployeeColorField others={others} />
      </div>
      {employee ? null : <EmployeeHours offers={offers} />}
    </CatalogueForm>
  );
}

/** The avatar as it will look, the photo that is not sent (document 2 §3), and whether the employee is active. */
function EmployeeHead() {
  const { t } = useTranslation('employees');
  const [name] = useField<string>('name');
  const [color] = useField<string>('color');
  const [photo, setPhoto] = useState('');
  return (
    <div className="col-span-6 flex flex-wrap items-center gap-4">
      <EmployeeAvatar name={name.value || '?'} color={color.value} size="xl" />
      <div className="min-w-[min(12rem,100%)] flex-1 leading-snug">
        <label className="btn btn-secondary breaks focus-within:outline-2 focus-within:outline-offset-2 focus-within:outline-primary">
          <ImageUp className="i" aria-hidden="true" />
          {t('photo')}
          <input
            type="file"
            accept="image/*"
            className="sr-only"
            aria-describedby="photo-hint"
            onChange={(event) => setPhoto(event.target.files?.[0]?.name ?? '')}
          />
        </label>
        <p id="photo-hint" className="hint">
          {photo ? `${t('photo_chosen', { name: photo })}. ` : null}
          {t('photo_hint')}
        </p>
      </div>
      <FormikSwitch name="active" label={t('active')} layout="inline" />
    </div>
  );
}

/** User name and the write-only password, which needs the server. */
function EmployeeAccessFields({ isNew }: { isNew: boolean }) {
  const { t } = useTranslation(['employees', 'common']);
  const online = useOnline();
  const label = t(isNew ? 'password' : 'new_password');
  return (
    <div className={`${WHOLE} sect grid grid-cols-6 gap-4`}>
      <h2 className="col-span-6 text-sm font-medium! tracking-normal! text-ink-2">{t('access')}</h2>
      <FormikTextField
        name="username"
        label={t('username')}
        optional
        hint={t('common:kept_unused')}
        className={HALF}
        autoComplete="off"
      />
      {online ? (
        <FormikTextField
          name="password"
          type="password"
          label={label}
          optional
          hint={isNew ? t('common:kept_unused') : `${t('common:kept_unused')} ${t('password_hint')}`}
          className={HALF}
          autoComplete="new-password"
        />
      ) : (
        <LockedField label={label} value={t('common:needs_connection')} className={HALF} />
      )}
      {online ? null : (
        <Notice tone="warn" icon={<CloudOff className="i mt-px" aria-hidden="true" />} className="col-span-6 text-sm">
          {t('password_offline')}
        </Notice>
      )}
    </div>
  );
}

/** From when to when somebody works here; without an end there is none. */
function EmployeeWorkFields({ today }: { today: LocalDate }) {
  const { t } = useTranslation('employees');
  const [end, , setEnd] = useField<string>('end_date');
  return (
    <div className={`${WHOLE} sect grid grid-cols-6 gap-4`}>
      <h2 className="col-span-6 text-sm font-medium! tracking-normal! text-ink-2">{t('work')}</h2>
      <FormikDateField name="start_date" label={t('start_date')} today={today} weekday={false} className={HALF} />
      <div className={`${HALF} flex items-end gap-2`}>
        <FormikDateField name="end_date" label={t('end_date')} today={today} optional weekday={false} className="flex-1" />
        {end.value ? (
          <Button
            variant="ghost"
            iconOnly
            label={t('clear_end_date')}
            icon={<X className="i" aria-hidden="true" />}
            onClick={() => void setEnd.setValue('')}
          />
        ) : null}
      </div>
      <p className="hint col-span-6 -mt-3">{t('dates_hint')}</p>
      <FormikSwitch name="online_booking" label={t('online_booking')} hint={t('online_booking_hint')} className={WHOLE} />
    </div>
  );
}

/** A field that cannot be changed here, and why. */
function LockedField(props: { label: string; value: string; note?: string | undefined; className: string }) {
  const { label, value, note, className } = props;
  return (
    <Field label={label} className={className}>
      {(control) => (
        <div className="input is-disabled flex-wrap">
          <Lock className="i i-sm text-ink-3" aria-hidden="true" />
          <input {...control} className="min-w-24 flex-1" value={value} disabled />
          {note ? <span className="text-xs text-ink-3">{note}</span> : null}
        </div>
      )}
    </Field>
  );
}

/** The initials of those who already have a colour stand on it. */
function EmployeeColorField({ others }: { others: readonly LocalRow<'resources'>[] }) {
  const { t } = useTranslation();
  const { t: own } = useTranslation('employees');
  const [field, meta, set] = useField<string>('color');
  return (
    <>
      <h2 className="mb-3 text-sm font-medium! tracking-normal! text-ink-2">{own('color')}</h2>
      <ColorPicker
        label={own('color')}
        value={field.value}
        onChange={(color) => void set.setValue(color)}
        onBlur={() => afterPress(() => void set.setTouched(true))}
        taken={new Map(others.map((row) => [row.color.toLowerCase(), initialsOf(row.name)]))}
        hint={own('color_hint')}
        error={meta.touched && meta.error ? t(meta.error) : undefined}
      />
    </>
  );
}

/** The weekly hours of a new employee: none yet, an offered week, or days and times that are chosen here. */
function EmployeeHours({ offers }: { offers: readonly HoursOffer[] }) {
  const { t } = useTranslation('plan');
  const { values, submitCount, setFieldValue } = useFormikContext<EmployeeFormValues>();
  return (
    <div className={`${WHOLE} sect flex flex-col gap-3`}>
      <FormikSelect<EmployeeFormValues['hours']>
        name="hours"
        label={t('hours')}
        hint={t('hours_hint')}
        options={[
          { value: 'none', label: t('hours_none') },
          ...offers.map(({ id, words }) => ({
            value: id,
            label: id === 'salon' ? t('hours_salon', { words }) : words,
          })),
          { value: 'chosen', label: t('hours_chosen') },
        ]}
      />
      {values.hours === 'chosen' ? (
        <HoursChoice
          value={values.chosen}
          onChange={(chosen: ChosenHours) => void setFieldValue('chosen', chosen)}
          problem={submitCount > 0 ? hoursProblem(values.chosen) : null}
        />
      ) : null}
    </div>
  );
}

const TIMES = '9:00–10:00';

/** How this employee's column and bookings will look. */
function EmployeePreview({ name, color, active }: { name: string; color: string; active: boolean }) {
  const { t } = useTranslation('employees');
  const look = { '--c': color } as CSSProperties;
  const booking = (state: string, icon: React.ReactNode) => (
    <div className="relative h-[46px]">
      <div className={`evt tint ${state} inset-0!`} style={look}>
        <span className="t marked">
          {TIMES}
          {icon ? <span className="st">{icon}</span> : null}
        </span>
        <span className="n">{t('preview_client')}</span>
      </div>
    </div>
  );
  return (
    <div className="flex flex-col gap-5">
      <section className="card p-4" aria-hidden="true">
        <h2 className="mb-3 text-sm font-medium! text-ink-2">{t('preview')}</h2>
        <div className="mb-3 flex items-center gap-2.5">
          <EmployeeAvatar name={name || '?'} color={color} />
          <b className="truncate font-semibold">{name}</b>
        </div>
        <div className="flex flex-col gap-1.5">
          {booking('booked', null)}
          {booking('completed', <CircleCheckBig />)}
          {booking('noshow', <UserRoundX />)}
        </div>
      </section>
      {active ? (
        <section className="card p-4 text-sm">
          <h2 className="mb-2 text-sm font-medium! text-ink-2">{t('if_inactive')}</h2>
          <p className="text-ink-2">{t('if_inactive_text')}</p>
        </section>
      ) : null}
    </div>
  );
}

/** `/employees/add` and `/employees/edit/{id}`. */
export function EmployeeFormPage() {
  const { t } = useTranslation('employees');
  const replica = useReplica();
  const employees = useLiveState(() => employees$(replica), [replica]);
  const groups = useLive(() => employeeGroups$(replica), [replica]);
  const salon = useLive(() => salon$(replica), [replica]);
  return (
    <CatalogueFormPage
      list={listAddress('/employees')}
      texts={{
        add: t('new_title'),
        edit: t('edit_title'),
        back: t('back'),
        failedToLoad: t('failed_to_load_employee'),
        invalidId: t('not_found'),
        invalidIdText: t('not_found_text'),
      }}
      rows={employees}
      needs={groups && salon ? { groups, zone: salon.effective.timezone } : undefined}
      form={({ title, row, others, needs }) => (
        <EmployeeForm
          title={title}
          employee={row}
          today={todayIn(needs.zone, Date.now())}
          others={others}
          groups={needs.groups}
        />
      )}
    />
  );
}
