import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import type { LocalDate } from '#domain/time.ts';
import { chosenWeek } from '#domain/usual-hours.ts';
import { CatalogueForm } from '#features/catalogue-form.tsx';
import { listAddress } from '#features/list-address.ts';
import { useCatalogueForm } from '#features/use-catalogue-form.ts';
import { useReplica, useSession } from '#features/use-replica.ts';
import { useHoursOffers } from '#features/usual-hours.ts';
import type { LocalRow } from '#schemas/registry.ts';
import { ColorDot } from '#ui/avatar.tsx';
import { HALF, WHOLE } from '#ui/form-card.tsx';
import { FormikSelect, FormikTextField } from '#ui/formik-fields.tsx';
import { DeleteEmployee } from './delete-employee.tsx';
import { EmployeeAccessFields } from './employee-access-fields.tsx';
import { EmployeeColorField } from './employee-color-field.tsx';
import { type EmployeeFormValues, employeeFormValues, employeeSchema, emptyEmployee } from './employee-form-values.ts';
import { EmployeeHead } from './employee-head.tsx';
import { EmployeeHours } from './employee-hours.tsx';
import { EmployeePreview } from './employee-preview.tsx';
import { EmployeeWorkFields } from './employee-work-fields.tsx';
import { LockedField } from './locked-field.tsx';
import { saveEmployee, savePassword } from './save-employee.ts';

/** It goes straight to the server and is written down nowhere here. */
const NEVER_NOTED = ['password'];

export interface EmployeeFormProps {
  title: string;
  /** Undefined: a new one. */
  employee: LocalRow<'resources'> | undefined;
  /** The salon's. */
  today: LocalDate;
  others: readonly LocalRow<'resources'>[];
  groups: readonly LocalRow<'employee_groups'>[];
}

export function EmployeeForm({ title, employee, today, others, groups }: EmployeeFormProps) {
  const { t } = useTranslation(['employees', 'common']);
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
