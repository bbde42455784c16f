import { FormikProvider, useFormik } from 'formik';
import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { KeepDraft } from '#features/drafts.tsx';
import { atSaved, listAddress } from '#features/list-address.ts';
import { useReplica, useSession } from '#features/use-replica.ts';
import { failureText, saving } from '#features/use-saving.ts';
import { useHoursOffers } from '#features/usual-hours.ts';
import type { LocalRow } from '#schemas/registry.ts';
import { ColorDot } from '#ui/avatar.tsx';
import { Button } from '#ui/button.tsx';
import { FormCard, HALF, WHOLE } from '#ui/form-card.tsx';
import { FormikSelect, FormikTextField } from '#ui/formik-fields.tsx';
import { toast } from '#ui/toast-store.ts';
import { typedIsSaved } from '#ui/unsaved.ts';
import { DeleteEmployee } from './delete-employee.tsx';
import { EmployeeAccessFields } from './employee-access-fields.tsx';
import { EmployeeColorField } from './employee-color-field.tsx';
import { type EmployeeFormValues, employeeFormValues, employeeSchema } from './employee-form-values.ts';
import { EmployeeHead } from './employee-head.tsx';
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
  /** What a new employee's form opens with. */
  fresh: EmployeeFormValues;
  others: readonly LocalRow<'resources'>[];
  groups: readonly LocalRow<'employee_groups'>[];
}

export function EmployeeForm({ title, employee, fresh, others, groups }: EmployeeFormProps) {
  const { t } = useTranslation(['employees', 'common', 'plan']);
  const navigate = useNavigate();
  const replica = useReplica();
  const session = useSession();
  const [leaving, setLeaving] = useState(false);
  const list = listAddress('/employees');
  // What the form opened with: another device's change to this row must not overwrite what is being typed.
  const [opened] = useState(() => (employee ? employeeFormValues(employee, groups) : fresh));

  const { offers } = useHoursOffers();
  const weekOf = (hours: EmployeeFormValues['hours']) => offers.find(({ id }) => id === hours)?.week;

  const save = async (form: EmployeeFormValues) => {
    try {
      const id = await saving(form.name, () => saveEmployee(replica, employee?.id, opened, form, weekOf(form.hours)));
      toast({ title: t('common:success'), description: t(employee ? 'employee_updated' : 'employee_added') });
      typedIsSaved();
      navigate(list, atSaved(id));
      if (form.password) await savePassword(replica, session.client, id, form.password, t);
    } catch (error) {
      toast({ title: t('failed_to_save_employee'), description: failureText(error), variant: 'destructive' });
    }
  };

  const formik = useFormik({ initialValues: opened, validationSchema: employeeSchema, onSubmit: save });
  return (
    <FormikProvider value={formik}>
      <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,44rem)_20rem]">
        <FormCard
          label={title}
          fixHint={t('fix_errors')}
          onCancel={() => navigate(list)}
          danger={
            employee ? (
              <Button
                variant="danger-ghost"
                className="-ml-2"
                icon={<Trash2 className="i" aria-hidden="true" />}
                onClick={() => setLeaving(true)}
              >
                {t('delete')}
              </Button>
            ) : undefined
          }
        >
          <KeepDraft form={`employees/${employee?.id ?? 'new'}`} without={NEVER_NOTED} />
          <EmployeeHead />
          <FormikTextField name="name" label={t('name')} className={HALF} autoComplete="off" />
          <FormikTextField name="position" label={t('position')} optional className={HALF} autoComplete="off" />
          <FormikTextField name="email" type="email" inputMode="email" label={t('email')} className={HALF} autoComplete="off" />
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
          <LockedField label={t('role')} value="employee" note={t('role_fixed')} className={HALF} />
          <EmployeeAccessFields isNew={!employee} />
          <EmployeeWorkFields />
          <div className={`${WHOLE} sect`}>
            <EmployeeColorField others={others} />
          </div>
          {employee ? null : (
            <FormikSelect<EmployeeFormValues['hours']>
              name="hours"
              label={t('plan:hours')}
              hint={t('plan:hours_hint')}
              className={`${WHOLE} sect`}
              options={[
                { value: 'none', label: t('plan:hours_none') },
                ...offers.map(({ id, words }) => ({
                  value: id,
                  label: id === 'salon' ? t('plan:hours_salon', { words }) : words,
                })),
              ]}
            />
          )}
        </FormCard>
        <EmployeePreview name={formik.values.name} color={formik.values.color} active={formik.values.active} />
      </div>
      <DeleteEmployee
        employee={leaving && employee ? employee : null}
        onDone={(done) => {
          setLeaving(false);
          if (done === null) return;
          if (done === 'deleted') typedIsSaved();
          navigate(list);
        }}
      />
    </FormikProvider>
  );
}
