import { Trash2 } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { failureOf } from '#data/failures.ts';
import { addProductGroup, updateProductGroup } from '#data/products.commands.ts';
import { nameKey } from '#domain/imports/import-cells.ts';
import { changedOnly } from '#domain/records/changed-only.ts';
import { asTree, idsWithin } from '#domain/stock/group-tree.ts';
import { useNameElsewhere } from '#features/shared/changed-meanwhile.tsx';
import { useReplica } from '#features/shared/use-replica.ts';
import { useRights } from '#features/shared/use-rights.ts';
import { failureText, saving } from '#features/shared/use-saving.ts';
import type { LocalRow } from '#schemas/registry.ts';
import { ColorPicker } from '#ui/form/color-picker.tsx';
import { Select } from '#ui/form/select.tsx';
import { Switch } from '#ui/form/switch.tsx';
import { TextField } from '#ui/form/text-field.tsx';
import { Dialog } from '#ui/overlay/dialog.tsx';
import { LeaveButton } from '#ui/overlay/leave-dialog.tsx';
import { toast } from '#ui/overlay/toast-store.ts';
import { ColorDot } from '#ui/page/avatar.tsx';
import { Button } from '#ui/page/button.tsx';

type Group = LocalRow<'product_groups'>;

/** The form's value of no parent (document 2 §3). */
const NO_PARENT = '0';
const NEW_COLOR = '#3b82f6';
const COLOR = /^#[0-9a-f]{6}$/i;

export interface GroupDialogProps {
  /** Null: a new one. */
  group: Group | null;
  groups: readonly Group[];
  onClose: () => void;
  onDelete: (group: Group) => void;
}

/** Adds a group or edits it. What can be its parent lies outside the group itself. */
export function GroupDialog({ group, groups, onClose, onDelete }: GroupDialogProps) {
  const { t } = useTranslation(['products', 'common']);
  const replica = useReplica();
  const [opened] = useState(() => ({
    name: group?.name ?? '',
    color: group?.color ?? NEW_COLOR,
    parent_id: group?.parent_id && groups.some(({ id }) => id === group.parent_id) ? group.parent_id : NO_PARENT,
  }));
  const [form, setForm] = useState(opened);
  const [online, setOnline] = useState(true);
  const [busy, setBusy] = useState(false);
  const [tried, setTried] = useState(false);
  const current = groups.find(({ id }) => id === group?.id) ?? group;

  const isOther = form.name !== opened.name || form.parent_id !== opened.parent_id;
  // Under another parent the same name says something else.
  const isTaken =
    isOther &&
    groups.some(
      ({ id, name, parent_id }) =>
        id !== group?.id && (parent_id ?? NO_PARENT) === form.parent_id && nameKey(name) === nameKey(form.name),
    );
  const nameError = !form.name.trim() ? t('group_name_required') : isTaken ? t('group_name_taken') : undefined;
  const elsewhere = useNameElsewhere(opened.name, current?.name, form.name);
  const colorError = COLOR.test(form.color) ? undefined : t('color_invalid');
  const parents = useMemo(() => {
    const own = group ? idsWithin(groups, group.id) : new Set<string>();
    return asTree(groups).filter((branch) => !own.has(branch.group.id));
  }, [groups, group]);

  const save = async () => {
    setTried(true);
    if (nameError || colorError) return;
    setBusy(true);
    const fields = { ...form, name: form.name.trim() };
    try {
      await saving(fields.name, async () => {
        const change = changedOnly(opened, fields);
        if (!group) await addProductGroup(replica, { ...fields, show_online: online });
        else if (Object.keys(change).length > 0) await updateProductGroup(replica, group.id, change);
      });
      toast({ title: t('common:success'), description: t(group ? 'product_group_updated' : 'product_group_added') });
      onClose();
    } catch (error) {
      const inCircle = failureOf(error).key === 'parent_group_invalid';
      const description = inCircle ? t('parent_group_invalid') : failureText(error);
      toast({ title: t('failed_to_save_product_group'), description, variant: 'destructive' });
    } finally {
      setBusy(false);
    }
  };

  return (
    <Dialog
      open
      onClose={onClose}
      title={t(group ? 'group_edit' : 'group_add')}
      dirty={Object.keys(changedOnly(opened, form)).length > 0 || (!group && !online)}
      onSubmit={(event) => {
        event.preventDefault();
        if (!busy) void save();
      }}
      footer={
        <>
          {group ? (
            <Button
              variant="danger-ghost"
              className="-ml-2"
              icon={<Trash2 className="i" aria-hidden="true" />}
              onClick={() => onDelete(group)}
            >
              {t('common:delete')}
            </Button>
          ) : null}
          <span className="ml-auto" />
          <LeaveButton>{t('common:cancel')}</LeaveButton>
          <Button variant="primary" type="submit" busy={busy}>
            {t('common:save')}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <TextField
          label={t('name')}
          value={form.name}
          onChange={(name) => setForm({ ...form, name })}
          error={tried ? nameError : undefined}
          hint={elsewhere}
          autoComplete="off"
          maxLength={200}
          autoFocus
        />
        <div>
          <span className="label">{t('color')}</span>
          <ColorPicker
            label={t('color')}
            value={form.color}
            onChange={(color) => setForm({ ...form, color })}
            error={colorError}
          />
        </div>
        <Select<string>
          label={t('parent')}
          value={form.parent_id}
          onChange={(parent_id) => setForm({ ...form, parent_id })}
          options={[
            { value: NO_PARENT, label: t('no_parent') },
            ...parents.map(({ group: one, depth }) => ({
              value: one.id,
              label: `${'\u2003'.repeat(depth)}${one.name}`,
              icon: <ColorDot color={one.color} />,
            })),
          ]}
        />
        {current ? (
          <GroupOnline group={current} layout="row" />
        ) : (
          <Switch label={t('group_online')} hint={t('common:kept_unused')} checked={online} onChange={setOnline} />
        )}
      </div>
    </Dialog>
  );
}

/** The switch that shows an existing group online; it saves at once (document 2 §4). */
export function GroupOnline({ group, layout }: { group: LocalRow<'product_groups'>; layout: 'row' | 'bare' }) {
  const { t } = useTranslation('products');
  const replica = useReplica();
  const mayTurn = useRights().may('product_groups', 'show_online');
  const turn = async (show_online: boolean) => {
    try {
      await saving(group.name, () => updateProductGroup(replica, group.id, { show_online }));
    } catch (error) {
      toast({ title: t('failed_to_update_visibility'), description: failureText(error), variant: 'destructive' });
    }
  };
  return (
    <Switch
      layout={layout}
      label={layout === 'bare' ? `${t('group_online')}: ${group.name}` : t('group_online')}
      hint={layout === 'bare' ? undefined : t('saved_at_once')}
      checked={group.show_online}
      disabled={!mayTurn}
      onChange={(checked) => void turn(checked)}
    />
  );
}
