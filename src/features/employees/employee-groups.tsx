import { Pencil, Plus, Trash2, Users } from 'lucide-react';
import { type CSSProperties, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { failureOf } from '#data/failures.ts';
import { deleteEmployeeGroup, updateEmployeeGroup } from '#data/resources.commands.ts';
import { compareNames } from '#domain/people/names.ts';
import { DeleteQuestion } from '#features/shared/delete-question.tsx';
import { RowMark, useRowIssues } from '#features/shared/row-mark.tsx';
import { useReplica } from '#features/shared/use-replica.ts';
import { useRights } from '#features/shared/use-rights.ts';
import { failureText, saving } from '#features/shared/use-saving.ts';
import type { LocalRow } from '#schemas/registry.ts';
import { Switch } from '#ui/form/switch.tsx';
import { confirmLeave, isTyped } from '#ui/form/unsaved.ts';
import { Dialog } from '#ui/overlay/dialog.tsx';
import { toast } from '#ui/overlay/toast-store.ts';
import { Button } from '#ui/page/button.tsx';
import { ErrorBox } from '#ui/page/error-box.tsx';
import { SkeletonRows } from '#ui/page/skeleton.tsx';
import type { LiveState } from '#ui/timing/use-live.ts';
import { GroupForm } from './group-form.tsx';

type Group = LocalRow<'employee_groups'>;

interface EmployeeGroupsProps {
  groups: LiveState<readonly Group[]>;
  employees: readonly LocalRow<'resources'>[];
  /** The id of the group that is being edited, `new` for one that is being made, null for none. */
  editing: string | null;
  onEdit: (id: string | null) => void;
}

/** The groups as cards: each can be edited in its place, deleted and hidden online. */
function EmployeeGroups({ groups, employees, editing, onEdit }: EmployeeGroupsProps) {
  const { t } = useTranslation(['employees', 'common']);
  const issues = useRowIssues('employee_groups');
  const rights = useRights();
  const [leaving, setLeaving] = useState<Group | null>(null);
  const known = new Set(groups.value?.map(({ id }) => id));
  const sizeOf = (id: string) => employees.filter((employee) => employee.group_id === id).length;
  const without = employees.filter(({ group_id }) => !known.has(group_id ?? '')).length;
  const close = () => onEdit(null);
  /** That it cannot be deleted is said before anybody is asked whether it should be. */
  const remove = (group: Group) => {
    if (sizeOf(group.id) === 0) return setLeaving(group);
    const description = t('cannot_delete_group_with_employees');
    toast({ title: t('failed_to_delete_employee_group'), description, variant: 'destructive' });
  };
  // What is being typed outlives a deletion elsewhere, and stays in its place; saving it says so.
  const [last, setLast] = useState<Group>();
  const edited = groups.value?.find(({ id }) => id === editing);
  if (edited && edited !== last) setLast(edited);
  const isGone = !edited && last !== undefined && last.id === editing && isTyped();
  const listed = isGone ? [...(groups.value ?? []), last].sort((a, b) => compareNames(a.name, b.name)) : groups.value;

  // The form goes with the focus in it: it returns to the button that opened it.
  const before = useRef(editing);
  useEffect(() => {
    const closed = before.current;
    before.current = editing;
    if (editing === null && closed !== null && document.activeElement === document.body)
      document.querySelector<HTMLElement>(`[data-edit="${CSS.escape(closed)}"]`)?.focus();
  }, [editing]);

  const card = (group: Group) => (
    <>
      <div className="flex flex-wrap items-center gap-2.5">
        <span className="dot h-6!" style={{ '--c': group.color } as CSSProperties} aria-hidden="true" />
        <span className="min-w-24 flex-1">
          <b className="block truncate font-semibold max-[20rem]:whitespace-normal leading-tight">{group.name}</b>
          <span className="text-xs text-ink-3">{t('group_count', { count: sizeOf(group.id) })}</span>
        </span>
        <RowMark row={group} issues={issues} />
        {rights.may('employee_groups', 'name') ? (
          <span className="-mr-2 ml-auto flex flex-none">
            <Button
              variant="ghost"
              iconOnly
              data-edit={group.id}
              label={`${t('common:edit')} ${group.name}`}
              icon={<Pencil className="i" aria-hidden="true" />}
              onClick={() => onEdit(group.id)}
            />
            <Button
              variant="ghost"
              iconOnly
              label={`${t('common:delete')} ${group.name}`}
              icon={<Trash2 className="i" aria-hidden="true" />}
              onClick={() => remove(group)}
            />
          </span>
        ) : null}
      </div>
      <div className="mt-2 border-t border-line pt-1.5">
        <GroupOnline group={group} />
      </div>
    </>
  );

  return (
    <>
      {groups.phase === 'loading' ? <SkeletonRows avatar={false} /> : null}
      {groups.phase === 'failed' ? (
        <ErrorBox title={t('failed_to_load_employee_groups')} detail={failureText(groups.error)} onRetry={groups.retry} />
      ) : null}
      {groups.value?.length === 0 && editing !== 'new' ? <p className="px-2 pb-2 text-sm text-ink-2">{t('no_groups')}</p> : null}
      <ul className="flex flex-col gap-1.5" aria-label={t('groups_title')}>
        {editing === 'new' ? (
          <li className="rounded-md border border-line">
            <GroupForm group={null} groups={groups.value ?? []} onClose={close} />
          </li>
        ) : null}
        {listed?.map((group) => (
          <li key={group.id} className="rounded-md border border-line">
            {editing === group.id ? (
              <GroupForm group={group} groups={groups.value ?? []} onClose={close} />
            ) : (
              <div className="px-3 pt-2 pb-1.5">{card(group)}</div>
            )}
          </li>
        ))}
      </ul>
      {without > 0 && known.size > 0 ? (
        <p className="px-2 pt-2 text-xs text-ink-3">{t('without_group', { count: without })}</p>
      ) : null}
      <DeleteGroup group={leaving} onDone={() => setLeaving(null)} />
    </>
  );
}

type PanelProps = Pick<EmployeeGroupsProps, 'groups' | 'employees'>;

const PLUS = <Plus className="i" aria-hidden="true" />;

/** Beside the list, from the tablet up. */
export function EmployeeGroupsPanel(props: PanelProps) {
  const { t } = useTranslation(['employees', 'common']);
  const [editing, setEditing] = useState<string | null>(null);
  const mayAdd = useRights().mayMake('employee_groups');
  const edit = (id: string | null) => confirmLeave(() => setEditing(id));
  return (
    <aside className="card px-2 pb-2" aria-labelledby="employee-groups">
      <header className="flex items-center gap-2 py-1.5 pl-2">
        <h2 id="employee-groups" className="flex-1 text-base">
          {t('groups')}
        </h2>
        {mayAdd ? (
          <Button data-edit="new" variant="ghost" size="sm" icon={PLUS} onClick={() => edit('new')}>
            {t('common:add')}
            <span className="sr-only"> {t('a_group')}</span>
          </Button>
        ) : null}
      </header>
      <EmployeeGroups {...props} editing={editing} onEdit={edit} />
    </aside>
  );
}

/** On the phone: a button of the top bar, and the groups in a dialog (document 2 §2). */
export function EmployeeGroupsButton(props: PanelProps) {
  const { t } = useTranslation(['employees', 'common']);
  const [open, setOpen] = useState(false);
  const mayAdd = useRights().mayMake('employee_groups');
  const [editing, setEditing] = useState<string | null>(null);
  const edit = (id: string | null) => confirmLeave(() => setEditing(id));
  const close = () =>
    confirmLeave(() => {
      setEditing(null);
      setOpen(false);
    });
  return (
    <>
      <Button
        variant="ghost"
        iconOnly
        label={t('groups_title')}
        icon={<Users className="i" aria-hidden="true" />}
        onClick={() => setOpen(true)}
      />
      <Dialog
        open={open}
        onClose={close}
        title={t('groups_title')}
        footer={
          mayAdd ? (
            <Button data-edit="new" variant="primary" className="flex-1" icon={PLUS} onClick={() => edit('new')}>
              {t('group_add')}
            </Button>
          ) : undefined
        }
      >
        <EmployeeGroups {...props} editing={editing} onEdit={edit} />
      </Dialog>
    </>
  );
}

const REFUSED = 'cannot_delete_group_with_employees';

interface DeleteGroupProps {
  /** Null: nothing is asked about. */
  group: LocalRow<'employee_groups'> | null;
  onDone: () => void;
}

/** The question before a group goes. Whether it is empty is looked up on the device when the person has confirmed. */
function DeleteGroup({ group, onDone }: DeleteGroupProps) {
  const { t } = useTranslation('employees');
  const replica = useReplica();
  return (
    <DeleteQuestion
      name={group?.name ?? null}
      title={t('group_delete_title', { name: group?.name ?? '' })}
      remove={async () => {
        if (group) await deleteEmployeeGroup(replica, group.id);
      }}
      done={t('employee_group_deleted')}
      failed={t('failed_to_delete_employee_group')}
      reasonOf={(error) => (failureOf(error).key === REFUSED ? t(REFUSED) : failureText(error))}
      onDone={onDone}
    >
      {t('group_delete_body')}
    </DeleteQuestion>
  );
}

/** The switch that shows a group to clients online; it saves at once (document 2 §4). */
function GroupOnline({ group }: { group: LocalRow<'employee_groups'> }) {
  const { t } = useTranslation(['employees', 'common']);
  const replica = useReplica();
  const mayTurn = useRights().may('employee_groups', 'show_online');
  const turn = async (show_online: boolean) => {
    try {
      await saving(group.name, () => updateEmployeeGroup(replica, group.id, { show_online }));
    } catch (error) {
      toast({ title: t('failed_to_update_visibility'), description: failureText(error), variant: 'destructive' });
    }
  };
  return (
    <Switch
      className="min-h-0! text-xs text-ink-2"
      label={
        <>
          {t('group_online')}
          <span className="sr-only">: {group.name}</span>
        </>
      }
      hint={t('group_online_hint')}
      checked={group.show_online}
      disabled={!mayTurn}
      onChange={(checked) => void turn(checked)}
    />
  );
}
