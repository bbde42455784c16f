import { Pencil, Tag, Trash2 } from 'lucide-react';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { renameServiceGroup } from '#data/services.commands.ts';
import { useNameElsewhere } from '#features/shared/changed-meanwhile.tsx';
import { type RowIssues, RowMark } from '#features/shared/row-mark.tsx';
import { useReplica } from '#features/shared/use-replica.ts';
import { failureText, saving } from '#features/shared/use-saving.ts';
import type { LocalRow } from '#schemas/registry.ts';
import { TextField } from '#ui/form/text-field.tsx';
import { confirmLeave } from '#ui/form/unsaved.ts';
import { UnsavedGuard } from '#ui/form/unsaved-guard.tsx';
import { toast } from '#ui/overlay/toast-store.ts';
import { Button } from '#ui/page/button.tsx';

export interface CategoryRowProps {
  group: LocalRow<'service_groups'>;
  /** How many services name it. */
  size: number;
  issues: RowIssues;
  mayChange: boolean;
  /** Says if another category has this name. */
  isTaken: (name: string) => boolean;
  onDelete: () => void;
  editing: boolean;
  onEdit: () => void;
  /** The name is saved, or is to stay. */
  onDone: () => void;
}

/** A category: its name, which is edited in its place, and how many services it has. */
export function CategoryRow(props: CategoryRowProps) {
  const { group, size, issues, mayChange, isTaken, onDelete, editing, onEdit, onDone } = props;
  const { t } = useTranslation(['services', 'common']);
  const pencil = useRef<HTMLButtonElement>(null);
  const wasEditing = useRef(false);
  useEffect(() => {
    if (wasEditing.current && !editing) pencil.current?.focus();
    wasEditing.current = editing;
  }, [editing]);
  if (editing)
    return (
      <li className="list-row last:border-0">
        <RenameForm group={group} isTaken={isTaken} onClose={onDone} />
      </li>
    );
  return (
    <li className="list-row flex-wrap last:border-0">
      <Tag className="i text-ink-3" aria-hidden="true" />
      <span className="flex min-w-24 flex-1 flex-wrap items-center gap-2 font-semibold">
        {group.name}
        <RowMark row={group} issues={issues} />
      </span>
      <span className="tnum text-sm text-ink-3">{size === 0 ? t('category_none') : t('category_count', { count: size })}</span>
      {mayChange ? (
        <span className="-mr-2 flex flex-none">
          <Button
            ref={pencil}
            variant="ghost"
            iconOnly
            label={`${t('common:edit')} ${group.name}`}
            icon={<Pencil className="i" aria-hidden="true" />}
            onClick={onEdit}
          />
          <Button
            variant="ghost"
            iconOnly
            label={`${t('common:delete')} ${group.name}`}
            icon={<Trash2 className="i" aria-hidden="true" />}
            onClick={onDelete}
          />
        </span>
      ) : null}
    </li>
  );
}

interface RenameFormProps extends Pick<CategoryRowProps, 'group' | 'isTaken'> {
  onClose: () => void;
}

function RenameForm({ group, isTaken, onClose }: RenameFormProps) {
  const { t } = useTranslation(['services', 'common']);
  const replica = useReplica();
  const [opened] = useState(group.name);
  const [name, setName] = useState(opened);
  const [error, setError] = useState<'group_name_required' | 'group_name_taken' | null>(null);
  const [busy, setBusy] = useState(false);
  const elsewhere = useNameElsewhere(opened, group.name, name);
  const dirty = name !== opened;
  const cancel = () => (dirty ? confirmLeave(onClose) : onClose());

  const save = async (event: FormEvent) => {
    event.preventDefault();
    const trimmed = name.trim();
    const wrong = trimmed === '' ? 'group_name_required' : isTaken(trimmed) ? 'group_name_taken' : null;
    setError(wrong);
    if (wrong || busy) return;
    setBusy(true);
    try {
      if (trimmed !== opened) {
        await saving(trimmed, () => renameServiceGroup(replica, group.id, trimmed));
        toast({ title: t('common:success'), description: t('group_renamed') });
      }
      onClose();
    } catch (failure) {
      toast({ title: t('failed_to_rename_group'), description: failureText(failure), variant: 'destructive' });
      setBusy(false);
    }
  };

  return (
    <form
      noValidate
      className="flex min-w-0 flex-1 flex-wrap items-end gap-2"
      onSubmit={(event) => void save(event)}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || event.defaultPrevented) return;
        event.preventDefault();
        cancel();
      }}
    >
      <UnsavedGuard dirty={dirty} />
      <TextField
        className="min-w-[min(12rem,100%)] flex-1"
        label={t('category_new_name')}
        value={name}
        onChange={(text) => {
          setName(text);
          setError(null);
        }}
        error={error ? t(error) : undefined}
        hint={elsewhere}
        maxLength={200}
        autoComplete="off"
        autoFocus
      />
      <span className="ml-auto flex flex-wrap gap-2">
        <Button onClick={cancel}>{t('common:cancel')}</Button>
        <Button variant="primary" type="submit" busy={busy}>
          {t('common:save')}
        </Button>
      </span>
    </form>
  );
}
