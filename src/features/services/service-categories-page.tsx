import { Plus } from 'lucide-react';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { addServiceGroup, deleteServiceGroup } from '#data/services.commands.ts';
import { serviceGroups$, services$ } from '#data/services.queries.ts';
import { nameKey } from '#domain/imports/import-cells.ts';
import { compareNames } from '#domain/people/names.ts';
import { DeleteQuestion } from '#features/shared/delete-question.tsx';
import { listAddress } from '#features/shared/list-address.ts';
import { RoleNote } from '#features/shared/role-note.tsx';
import { useRowIssues } from '#features/shared/row-mark.tsx';
import { useReplica } from '#features/shared/use-replica.ts';
import { useRights } from '#features/shared/use-rights.ts';
import { failureText, saving, useLoadFailure } from '#features/shared/use-saving.ts';
import type { LocalRow } from '#schemas/registry.ts';
import { Field } from '#ui/form/field.tsx';
import { typedText } from '#ui/form/typed-text.ts';
import { confirmLeave, isTyped } from '#ui/form/unsaved.ts';
import { toast } from '#ui/overlay/toast-store.ts';
import { Button } from '#ui/page/button.tsx';
import { EmptyState } from '#ui/page/empty-state.tsx';
import { ErrorBox } from '#ui/page/error-box.tsx';
import { Page } from '#ui/page/page.tsx';
import { BackLink, CountedTitle } from '#ui/page/page-links.tsx';
import { SkeletonRows } from '#ui/page/skeleton.tsx';
import { useLiveState } from '#ui/timing/use-live.ts';
import { CategoryRow } from './category-row.tsx';

/** `/services/categories`: the categories by name, and how many services each has. */
export function ServiceCategoriesPage() {
  const { t } = useTranslation(['services', 'rights']);
  const replica = useReplica();
  const rights = useRights();
  const mayAdd = rights.mayMake('service_groups');
  const groups = useLiveState(() => serviceGroups$(replica), [replica]);
  const services = useLiveState(() => services$(replica), [replica]);
  const issues = useRowIssues('service_groups');
  const [leaving, setLeaving] = useState<LocalRow<'service_groups'> | null>(null);
  /** One name at a time. */
  const [renaming, setRenaming] = useState<LocalRow<'service_groups'> | null>(null);
  useLoadFailure(groups, t('failed_to_load_categories'));
  useLoadFailure(services, t('failed_to_load_services'));

  const sizeOf = (name: string) => services.value?.filter((row) => row.category === name).length ?? 0;
  // A service names its category by the name alone: two of one name would be one.
  const isTaken = (name: string, ownId?: string) =>
    groups.value?.some((group) => group.id !== ownId && nameKey(group.name) === nameKey(name)) ?? false;
  const known = new Set(groups.value?.map(({ name }) => name));
  const named = new Set(services.value?.flatMap(({ category }) => category ?? []));
  const unlisted = groups.value ? [...named].filter((name) => !known.has(name)).sort(compareNames) : [];
  // What is being typed outlives a deletion elsewhere, and stays in its place; saving it says so.
  const isGone = renaming !== null && isTyped() && !groups.value?.some(({ id }) => id === renaming.id);
  const listed = isGone ? [...(groups.value ?? []), renaming].sort((a, b) => compareNames(a.name, b.name)) : (groups.value ?? []);
  return (
    <Page
      title={<CountedTitle title={t('categories_title')} count={groups.value?.length} />}
      documentTitle={t('categories_title')}
      lead={<BackLink to={listAddress('/services')} label={t('back')} />}
    >
      <div className="flex max-w-[36rem] flex-col gap-4">
        {mayAdd ? <NewCategory isTaken={(name) => isTaken(name)} /> : <RoleNote>{t('rights:categories')}</RoleNote>}
        {groups.phase === 'loading' ? <SkeletonRows avatar={false} /> : null}
        {groups.phase === 'failed' ? (
          <ErrorBox title={t('failed_to_load_categories')} detail={failureText(groups.error)} onRetry={groups.retry} />
        ) : null}
        {services.phase === 'failed' ? (
          <ErrorBox title={t('failed_to_load_services')} detail={failureText(services.error)} onRetry={services.retry} />
        ) : null}
        {groups.value?.length === 0 ? <EmptyState title={t('no_categories')} /> : null}
        {listed.length > 0 ? (
          <ul className="card overflow-hidden" aria-label={t('categories_title')}>
            {listed.map((group) => (
              <CategoryRow
                key={group.id}
                group={group}
                size={sizeOf(group.name)}
                issues={issues}
                isTaken={(name) => isTaken(name, group.id)}
                mayChange={rights.may('service_groups', 'name')}
                onDelete={() => setLeaving(group)}
                editing={renaming?.id === group.id}
                onEdit={() => (renaming ? confirmLeave(() => setRenaming(group)) : setRenaming(group))}
                onDone={() => setRenaming(null)}
              />
            ))}
          </ul>
        ) : null}
        {unlisted.length > 0 && mayAdd ? <Unlisted names={unlisted} sizeOf={sizeOf} /> : null}
      </div>
      <DeleteCategory group={leaving} size={leaving ? sizeOf(leaving.name) : 0} onDone={() => setLeaving(null)} />
    </Page>
  );
}

/** The category names that services use and no category has: each can be made a category. */
function Unlisted({ names, sizeOf }: { names: readonly string[]; sizeOf: (name: string) => number }) {
  const { t } = useTranslation(['services', 'common']);
  const addCategory = useAddCategory();
  return (
    <section aria-labelledby="unlisted">
      <h2 id="unlisted" className="text-base">
        {t('unlisted')}
      </h2>
      <p className="mb-2 text-sm text-ink-2">{t('unlisted_hint')}</p>
      <ul className="card overflow-hidden">
        {names.map((name) => (
          <li key={name} className="list-row last:border-0">
            <span className="min-w-0 flex-1">{name}</span>
            <span className="tnum text-sm text-ink-3">{t('category_count', { count: sizeOf(name) })}</span>
            <Button
              size="sm"
              label={`${t('common:add')} ${name}`}
              icon={<Plus className="i" aria-hidden="true" />}
              onClick={() => void addCategory(name)}
            >
              {t('common:add')}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** A name, then the button or Enter; the field stays ready for the next one. */
function NewCategory({ isTaken }: { isTaken: (name: string) => boolean }) {
  const { t } = useTranslation(['services', 'common']);
  const addCategory = useAddCategory();
  const [name, setName] = useState('');
  const [error, setError] = useState<'group_name_required' | 'group_name_taken' | null>(null);
  const input = useRef<HTMLInputElement>(null);
  /** A second press of a double click, during the write or after it, asks for nothing more. */
  const asked = useRef(false);

  const add = async () => {
    if (asked.current) return;
    const trimmed = name.trim();
    const wrong = trimmed === '' ? 'group_name_required' : isTaken(trimmed) ? 'group_name_taken' : null;
    setError(wrong);
    input.current?.focus();
    if (wrong) return;
    asked.current = true;
    if (await addCategory(trimmed)) setName((now) => (now === name ? '' : now));
    else asked.current = false;
  };

  return (
    <form
      className="card p-4"
      aria-label={t('new_category')}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void add();
      }}
    >
      <Field
        label={t('category_name')}
        error={error ? t(error) : undefined}
        hint={
          <span className="flex items-center gap-1.5">
            <kbd className="kbd flex-none">Enter</kbd> {t('new_category_hint')}
          </span>
        }
      >
        {(control) => (
          <span className="flex flex-wrap gap-2">
            <input
              {...control}
              ref={input}
              className={`input min-w-32 flex-1 ${error ? 'is-error' : ''}`}
              autoComplete="off"
              maxLength={200}
              value={name}
              onChange={(event) => {
                asked.current = false;
                setName(typedText(event.target));
                setError(null);
              }}
            />
            <Button variant="primary" type="submit" className="h-auto!" icon={<Plus className="i" aria-hidden="true" />}>
              {t('common:add')}
            </Button>
          </span>
        )}
      </Field>
    </form>
  );
}

/** Adds a category and says what became of it. The promise says whether it is on disk. */
function useAddCategory(): (name: string) => Promise<boolean> {
  const { t } = useTranslation(['services', 'common']);
  const replica = useReplica();
  return async (name) => {
    try {
      await saving(name, () => addServiceGroup(replica, name));
      toast({ title: t('common:success'), description: t('group_added_successfully') });
      return true;
    } catch (error) {
      toast({ title: t('failed_to_add_group'), description: failureText(error), variant: 'destructive' });
      return false;
    }
  };
}

interface DeleteCategoryProps {
  /** Null: nothing is asked about. */
  group: LocalRow<'service_groups'> | null;
  /** How many services name it. */
  size: number;
  onDone: () => void;
}

/** The question before a category goes; its services keep its name. */
function DeleteCategory({ group, size, onDone }: DeleteCategoryProps) {
  const { t } = useTranslation('services');
  const replica = useReplica();
  return (
    <DeleteQuestion
      name={group?.name ?? null}
      title={t('delete_title', { name: group?.name ?? '' })}
      remove={async () => {
        if (group) await deleteServiceGroup(replica, group.id);
      }}
      done={t('group_deleted')}
      failed={t('failed_to_delete_group')}
      onDone={onDone}
    >
      {size > 0 ? t('category_delete_used', { count: size }) : t('category_delete_body')}
    </DeleteQuestion>
  );
}
