import { type FormikConfig, type FormikContextType, FormikProvider, type FormikValues, useFormik } from 'formik';
import { Trash2 } from 'lucide-react';
import { Fragment, type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation, useNavigate, useParams, useSearchParams } from 'react-router-dom';
import { type DraftOf, draftOver, type FormDraft, keepDraft, readDraft } from '#data/browser/form-drafts.ts';
import { changedElsewhere, changedOnly } from '#domain/records/changed-only.ts';
import { FormCard } from '#ui/form/form-card.tsx';
import { isTyped, typedIsSaved } from '#ui/form/unsaved.ts';
import { toast } from '#ui/overlay/toast-store.ts';
import { Button } from '#ui/page/button.tsx';
import { EmptyState } from '#ui/page/empty-state.tsx';
import { ErrorBox } from '#ui/page/error-box.tsx';
import { Notice } from '#ui/page/notice.tsx';
import { Page } from '#ui/page/page.tsx';
import { BackButton, BackLink } from '#ui/page/page-links.tsx';
import { SkeletonRows } from '#ui/page/skeleton.tsx';
import type { LiveState } from '#ui/timing/use-live.ts';
import { beyondColumns } from './beyond-columns.ts';
import { ChangedMeanwhile, WithElsewhere } from './changed-meanwhile.tsx';
import { KeepDraft } from './drafts.tsx';
import { atRow, atSaved } from './list-address.ts';
import { useReplica } from './use-replica.ts';
import { useRights } from './use-rights.ts';
import { failureText, saving, useLoadFailure } from './use-saving.ts';

interface CatalogueFormProps<V extends FormikValues, R> {
  form: OpenCatalogueForm<V>;
  title: string;
  /** Undefined: a new one, which cannot be deleted. */
  row: R | undefined;
  /** The list's name, under which what is typed is kept over a reload. */
  draft: string;
  /** For what a new one is asked for, such as somebody's name: what was typed for another one is not put there. */
  asked?: string;
  /** Fields that are never kept, such as a password. */
  without?: readonly string[];
  texts: { fixErrors: string; delete: string };
  /** The question before the row goes. @param asked null: it is not asked */
  question: (asked: R | null, onDone: (deleted: boolean) => void) => ReactNode;
  /** Why somebody may only read it, where their role does not let them change it. */
  locked?: string;
  /** The fields that they may change all the same. */
  free?: ReactNode;
  /** Beside the fields, on phones below them: how it will look, what is good to know. */
  beside: ReactNode;
  /** The fields. */
  children: ReactNode;
}

const GONE = 'typed-for';

/** For the address of a new one: it opens with what was typed for a row that is gone. */
const typedFor = (id: string): string => new URLSearchParams({ [GONE]: id }).toString();

/** Of a row that is gone, what nobody touched is wanted, too. */
const whole = <V extends object>(draft: FormDraft, now: V): V => draftOver({ ...draft, opened: {} }, now);

/** A catalogue's form: fields, foot with Cancel, Save and Delete, what stands beside; leaving asks, a reload loses nothing. */
export function CatalogueForm<V extends FormikValues, R extends { readonly id: string }>(props: CatalogueFormProps<V, R>) {
  const { form, title, row, draft, asked = '', without, texts, question, locked, free, beside, children } = props;
  const [deleting, setDeleting] = useState(false);
  const [address] = useSearchParams();
  const deletedId = row ? null : address.get(GONE);
  return (
    <FormikProvider value={form.formik}>
      <div className="grid grid-cols-1 items-start gap-5 lg:grid-cols-[minmax(0,44rem)_20rem]">
        <FormCard
          label={title}
          fixHint={texts.fixErrors}
          onCancel={form.cancel}
          locked={form.mayChange ? undefined : locked}
          free={row ? free : undefined}
          danger={
            row && form.mayDelete ? (
              <Button
                variant="danger-ghost"
                className="-ml-2"
                icon={<Trash2 className="i" aria-hidden="true" />}
                onClick={() => setDeleting(true)}
              >
                <span className="max-md:sr-only">{texts.delete}</span>
              </Button>
            ) : undefined
          }
        >
          <KeepDraft
            form={[draft, row?.id ?? deletedId ?? 'new', row || deletedId ? '' : asked].filter(Boolean).join('/')}
            isNew={!row}
            over={deletedId ? whole : undefined}
            without={without}
          />
          <ChangedMeanwhile fields={form.elsewhere} className="col-span-6" />
          <WithElsewhere fields={form.elsewhere}>{children}</WithElsewhere>
        </FormCard>
        {beside}
      </div>
      {question(deleting && row ? row : null, (deleted) => {
        setDeleting(false);
        if (deleted) form.deleted();
      })}
    </FormikProvider>
  );
}

/** The values that a form gets once everything it needs has been read. */
interface FormParts<R, N> {
  title: string;
  /** Undefined: a new one. */
  row: R | undefined;
  /** The other rows of the list. */
  others: readonly R[];
  needs: N;
}

interface CatalogueFormPageProps<R, N> {
  /** The list that the form leads back to, as it was left. */
  list: string;
  /** Titles and messages, in the words of this list. */
  texts: { add: string; edit: string; back: string; failedToLoad: string; invalidId: string; invalidIdText: string };
  rows: LiveState<readonly R[]>;
  /** The other data that the form needs; undefined while it is being read. */
  needs: N | undefined;
  /** The rows of the list have a picture or a colour in front. */
  avatar?: boolean;
  form: (parts: FormParts<R, N>) => ReactNode;
}

/**
 * `…/add` and `…/edit/{id}` of clients, employees, services and products: the head with the way back, and below it the form,
 * what is still being read, a read that failed (with Retry), or that the id is nobody's.
 */
export function CatalogueFormPage<R extends { readonly id: string }, N>(props: CatalogueFormPageProps<R, N>) {
  const { list, texts, rows, needs, avatar = true, form } = props;
  const { id } = useParams();
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const { userId, salonId } = useReplica();
  useLoadFailure(rows, texts.failedToLoad);
  const { t } = useTranslation('lists');
  /** As the row of the form stood last: what is typed over it outlives its deletion. */
  const [last, setLast] = useState<R>();
  const found = id ? rows.value?.find((one) => one.id === id) : undefined;
  if (found && found !== last) setLast(found);

  const [area = ''] = pathname.split('/').filter(Boolean);
  const draftOf = (deletedId: string): DraftOf => ({ userId, salonId, form: `${area}/${deletedId}` });
  const anew = (deletedId: string) => `/${area}/add?${typedFor(deletedId)}`;
  /** On to a new record with what is typed: no question in between, and what is noted of it stays. */
  const saveAnew = (deletedId: string) => {
    const draft = readDraft(draftOf(deletedId));
    typedIsSaved();
    if (draft) keepDraft(draftOf(deletedId), draft);
    navigate(anew(deletedId));
  };
  const title = id ? texts.edit : texts.add;
  const shown = () => {
    if (rows.phase === 'failed')
      return <ErrorBox title={texts.failedToLoad} detail={failureText(rows.error)} onRetry={rows.retry} />;
    if (rows.phase === 'loading' || needs === undefined) return <SkeletonRows avatar={avatar} />;
    const row = found ?? (last && last.id === id && isTyped() ? last : undefined);
    const isKept = id !== undefined && !found && readDraft(draftOf(id)) !== null;
    if (id && !row) {
      return (
        <EmptyState
          title={texts.invalidId}
          action={
            <span className="flex flex-wrap justify-center gap-2">
              <BackButton to={list} label={texts.back} />
              {isKept ? (
                <Link to={anew(id)} className="btn btn-primary">
                  {t('gone_draft_anew')}
                </Link>
              ) : null}
            </span>
          }
        >
          {texts.invalidIdText} {isKept ? t('gone_draft') : null}
        </EmptyState>
      );
    }
    const others = rows.value.filter((one) => one.id !== id);
    return (
      <>
        {row && !found ? (
          <Notice tone="warn" className="mb-4">
            <span className="flex flex-wrap items-center gap-3">
              <span className="min-w-[min(12rem,100%)] flex-1">{t('gone_meanwhile')}</span>
              {isKept ? (
                <Button size="sm" onClick={() => saveAnew(row.id)}>
                  {t('gone_draft_anew')}
                </Button>
              ) : null}
            </span>
          </Notice>
        ) : null}
        <Fragment key={id ?? 'new'}>{form({ title, row, others, needs })}</Fragment>
      </>
    );
  };
  return (
    <Page title={title} lead={<BackLink to={list} state={id ? atRow(id).state : undefined} label={texts.back} />}>
      {shown()}
    </Page>
  );
}

/** The tables with such a form; who may change the name of a row may change what its form shows. */
type Catalogue = 'clients' | 'resources' | 'services' | 'products';

interface CatalogueFormParts<V extends FormikValues, R extends { readonly id: string }> {
  /** As it stands now; undefined: a new one. */
  row: R | undefined;
  /** The list that the form leads back to, as it was left. */
  list: string;
  /** The row as the form shows it; read once: another device's change to the row must not overwrite what is being typed. */
  valuesOf: (row: R) => V;
  /** Returns the first values of a new row. */
  blank: () => V;
  schema: FormikConfig<V>['validationSchema'];
  /** The table of the rows: no field takes more than its column, and the role may change it or not. */
  table: Catalogue;
  nameOf: (form: V) => string;
  /** Writes the form to this device. Returns the row's id. */
  write: (form: V, opened: V) => Promise<string>;
  /** The texts of the toasts: title and sentence after a save, title above the reason of a failure. */
  texts: { success: string; saved: string; failed: string };
  /** Called after a save, once the way back to the list has begun. */
  after?: (id: string, form: V) => void | Promise<void>;
}

interface OpenCatalogueForm<V> {
  formik: FormikContextType<V>;
  /** Back to the list without saving: what was typed is asked about. */
  cancel: () => void;
  /** Back to the list after the row is gone. */
  deleted: () => void;
  /** Of the fields that another device has changed since it was opened: what they hold there. */
  elsewhere: Partial<V>;
  /** The role lets the person change the row, or make one. */
  mayChange: boolean;
  mayDelete: boolean;
}

/** A catalogue form's values, and its three ways back to the list: saved, at its row; cancelled; deleted. */
export function useCatalogueForm<V extends FormikValues, R extends { readonly id: string }>(
  parts: CatalogueFormParts<V, R>,
): OpenCatalogueForm<V> {
  const { row, valuesOf, blank, list, schema, table, nameOf, write, texts, after } = parts;
  const navigate = useNavigate();
  const rights = useRights();
  const [openedRow] = useState(row);
  const [opened] = useState(() => (row ? valuesOf(row) : blank()));

  const save = async (form: V) => {
    try {
      const saved = await saving(nameOf(form), () => write(form, opened));
      toast({ title: texts.success, description: texts.saved });
      typedIsSaved();
      navigate(list, atSaved(saved));
      await after?.(saved, form);
    } catch (error) {
      toast({ title: texts.failed, description: failureText(error), variant: 'destructive' });
    }
  };

  const formik = useFormik({
    initialValues: opened,
    validationSchema: schema,
    validate: (form) => beyondColumns(table, form),
    onSubmit: save,
  });
  return {
    formik,
    cancel: () => navigate(list, row ? atRow(row.id) : undefined),
    deleted: () => {
      typedIsSaved();
      navigate(list);
    },
    elsewhere: openedRow && row ? changedElsewhere(valuesOf(openedRow), valuesOf(row)) : {},
    mayChange: row ? rights.may(table, 'name') : rights.mayMake(table),
    mayDelete: rights.may(table, 'deleted'),
  };
}

interface RowWrites<C> {
  add: (whole: C) => Promise<string>;
  update: (id: string, change: Partial<C>) => Promise<void>;
}

/**
 * Writes a new row, or of an existing one what differs from what the form opened with; nothing where nothing does.
 * Returns the row's id. @param together as with `changedOnly`
 */
export async function writeChange<C extends object>(
  id: string | undefined,
  opened: C,
  now: C,
  writes: RowWrites<C>,
  together: readonly (readonly (keyof C)[])[] = [],
): Promise<string> {
  if (id === undefined) return writes.add(now);
  const change = changedOnly(opened, now, together);
  if (Object.keys(change).length > 0) await writes.update(id, change);
  return id;
}
