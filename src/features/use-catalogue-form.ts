import { type FormikConfig, type FormikContextType, type FormikValues, useFormik } from 'formik';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { changedElsewhere, changedOnly } from '#domain/changed-only.ts';
import type { TableName } from '#schemas/registry.ts';
import { toast } from '#ui/toast-store.ts';
import { typedIsSaved } from '#ui/unsaved.ts';
import { beyondColumns } from './beyond-columns.ts';
import { atRow, atSaved } from './list-address.ts';
import { failureText, saving } from './use-saving.ts';

export interface CatalogueFormParts<V extends FormikValues, R extends { readonly id: string }> {
  /** As it stands now; undefined: a new one. */
  row: R | undefined;
  /** The list that the form leads back to, as it was left. */
  list: string;
  /** The row as the form shows it; read once: another device's change to the row must not overwrite what is being typed. */
  valuesOf: (row: R) => V;
  /** What a new one opens with. */
  blank: () => V;
  schema: FormikConfig<V>['validationSchema'];
  /** Where it is written: no field takes more than its column. */
  table: TableName;
  nameOf: (form: V) => string;
  /** Writes the form to this device. Returns the row's id. */
  write: (form: V, opened: V) => Promise<string>;
  /** What is said when it is saved, and over the reason when it is not. */
  texts: { success: string; saved: string; failed: string };
  /** What follows a save, once the way back to the list has begun. */
  after?: (id: string, form: V) => void | Promise<void>;
}

export interface OpenCatalogueForm<V> {
  formik: FormikContextType<V>;
  /** Back to the list without saving: what was typed is asked about. */
  cancel: () => void;
  /** Back to the list after the row is gone. */
  deleted: () => void;
  /** Of the fields that another device has changed since it was opened: what they hold there. */
  elsewhere: Partial<V>;
}

/** A catalogue form's values, and its three ways back to the list: saved, at its row; cancelled; deleted. */
export function useCatalogueForm<V extends FormikValues, R extends { readonly id: string }>(
  parts: CatalogueFormParts<V, R>,
): OpenCatalogueForm<V> {
  const { row, valuesOf, blank, list, schema, table, nameOf, write, texts, after } = parts;
  const navigate = useNavigate();
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
  };
}

export interface RowWrites<C> {
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
