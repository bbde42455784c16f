import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { addEmployeeGroup, updateEmployeeGroup } from '#data/resources.commands.ts';
import { nameKey } from '#domain/imports/import-cells.ts';
import { changedOnly } from '#domain/records/changed-only.ts';
import { useNameElsewhere } from '#features/shared/changed-meanwhile.tsx';
import { useReplica } from '#features/shared/use-replica.ts';
import { failureText, saving } from '#features/shared/use-saving.ts';
import type { LocalRow } from '#schemas/registry.ts';
import { ColorPicker } from '#ui/form/color-picker.tsx';
import { TextField } from '#ui/form/text-field.tsx';
import { confirmLeave, typedIsSaved } from '#ui/form/unsaved.ts';
import { UnsavedGuard } from '#ui/form/unsaved-guard.tsx';
import { toast } from '#ui/overlay/toast-store.ts';
import { Button } from '#ui/page/button.tsx';

const NEW_COLOR = '#3b82f6';
const COLOR = /^#[0-9a-f]{6}$/i;

export interface GroupFormProps {
  /** Null: a new one. */
  group: LocalRow<'employee_groups'> | null;
  groups: readonly LocalRow<'employee_groups'>[];
  onClose: () => void;
}

/** Name and colour of a group, in its place among the cards. */
export function GroupForm({ group, groups, onClose }: GroupFormProps) {
  const { t } = useTranslation(['employees', 'common']);
  const replica = useReplica();
  // What it opened with: another device's change to the same group must not overwrite what is being typed.
  const [opened] = useState(() => ({ name: group?.name ?? '', color: group?.color ?? NEW_COLOR }));
  const [form, setForm] = useState(opened);
  const [busy, setBusy] = useState(false);
  const [tried, setTried] = useState(false);
  const change = changedOnly(opened, form);
  const dirty = Object.keys(change).length > 0;

  const isTaken =
    form.name !== opened.name && groups.some(({ id, name }) => id !== group?.id && nameKey(name) === nameKey(form.name));
  const nameError = !form.name.trim() ? t('group_name_required') : isTaken ? t('group_name_taken') : undefined;
  const elsewhere = useNameElsewhere(opened.name, groups.find(({ id }) => id === group?.id)?.name, form.name);
  const colorError = COLOR.test(form.color) ? undefined : t('color_invalid');

  const save = async () => {
    setTried(true);
    if (nameError || colorError) return;
    setBusy(true);
    try {
      await saving(form.name.trim(), async () => {
        if (!group) await addEmployeeGroup(replica, { ...form, name: form.name.trim(), show_online: true });
        else if (dirty) await updateEmployeeGroup(replica, group.id, change);
      });
      toast({ title: t('common:success'), description: t(group ? 'employee_group_updated' : 'employee_group_added') });
      typedIsSaved();
      onClose();
    } catch (error) {
      toast({ title: t('failed_to_save_employee_group'), description: failureText(error), variant: 'destructive' });
    } finally {
      setBusy(false);
    }
  };

  return (
    <form
      noValidate
      aria-label={t(group ? 'group_edit' : 'group_add')}
      className="flex flex-col gap-3 p-3 [&_.swatches]:grid-cols-6"
      onSubmit={(event) => {
        event.preventDefault();
        event.stopPropagation();
        if (!busy) void save();
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || event.defaultPrevented) return;
        event.preventDefault();
        event.stopPropagation(); // the dialog around stays
        confirmLeave(onClose);
      }}
    >
      <UnsavedGuard dirty={dirty} />
      <TextField
        label={t('group_name')}
        value={form.name}
        onChange={(name) => setForm({ ...form, name })}
        error={tried ? nameError : undefined}
        hint={elsewhere}
        autoComplete="off"
        maxLength={200}
        autoFocus
      />
      <ColorPicker
        label={t('group_color')}
        value={form.color}
        onChange={(color) => setForm({ ...form, color })}
        error={colorError}
      />
      <div className="flex flex-wrap gap-2">
        <Button className="flex-1" onClick={() => confirmLeave(onClose)}>
          {t('common:cancel')}
        </Button>
        <Button className="flex-1" variant="primary" type="submit" busy={busy}>
          {t('common:save')}
        </Button>
      </div>
    </form>
  );
}
