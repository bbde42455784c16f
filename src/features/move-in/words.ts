/** The texts that several parts of moving in use. */
import { useTranslation } from 'react-i18next';
import type { ContactHeads } from '#domain/imports/files/contact-table.ts';
import { useLanguage } from '#i18n/use-language.ts';
import type { RowWords } from './begun-imports.ts';
import { headOf, type RowKindName, type RowPart } from './parts.ts';
import { type JudgedRecord, rowKind, type Words } from './row-kinds.ts';

export function useWords(): Words {
  const { t } = useTranslation(['move-in', 'clients', 'services', 'products']);
  return { t, language: useLanguage() };
}

/** Returns a function that says in words why a row is not imported by itself; the text is empty for a new row. */
export function useWhy(): (kind: RowKindName, row: Pick<JudgedRecord, 'verdict'>) => string {
  const { t } = useTranslation('move-in');
  return (kind, { verdict }) => {
    if (verdict.kind === 'known') return t(`known_by_${verdict.by}`);
    if (verdict.kind === 'repeated') return t(`repeated_${kind}`, { row: verdict.row });
    return verdict.kind === 'wrong' ? verdict.reasons.map((reason) => t(`wrong_${reason}`)).join('; ') : '';
  };
}

/** Returns a function that says in words what did not go into its field. */
export function useLeftOutTexts(): (part: RowPart, row: JudgedRecord) => readonly string[] {
  const { t } = useTranslation('move-in');
  return (part, { leftOut }) => {
    const head = headOf(part);
    return leftOut.map(({ column, text, why }) =>
      t(`left_out_${why}`, { name: head[column] || t('column', { number: column + 1 }), text }),
    );
  };
}

/** Returns a function that puts a row into words for the report: the record, and the reason for its fate. */
export function useRowWords(): (part: RowPart, row: JudgedRecord) => RowWords {
  const words = useWords();
  const whyOf = useWhy();
  const leftOutTexts = useLeftOutTexts();
  return (part, row) => {
    const { say, linkOf } = rowKind(part.kind);
    const { name } = say(row.value, words);
    const known = row.verdict.kind === 'known' ? linkOf(row.verdict.row, words).name : '';
    const why = [whyOf(part.kind, row), known].filter(Boolean).join(': ');
    return {
      what: name || row.cells.filter(Boolean).join(' · '),
      why: [why, ...leftOutTexts(part, row)].filter(Boolean).join('; '),
    };
  };
}

/**
 * Returns the heads of the table that contacts become, in the person's language. Texts that are left out stand in the notes under
 * these heads.
 */
export function useContactHeads(): ContactHeads {
  const { t } = useWords();
  return {
    name: t('move-in:whole_name'),
    firstName: t('clients:first_name'),
    lastName: t('clients:last_name'),
    phone: t('clients:phone'),
    email: t('clients:email'),
    address: t('clients:address'),
    city: t('clients:city'),
    birthDate: t('clients:birth_date'),
    notes: t('clients:notes'),
  };
}
