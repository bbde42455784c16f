import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { ImportKind } from '#domain/imports/guess-kind.ts';
import { brokenRows, TEXT_ENCODINGS, type TextEncoding } from '#domain/imports/read-table.ts';
import { Select } from '#ui/form/select.tsx';
import { Button } from '#ui/page/button.tsx';
import { Notice } from '#ui/page/notice.tsx';
import { type TablePart, tableRows } from './parts.ts';

/** The order in which kinds are offered. */
const KINDS: readonly ImportKind[] = ['clients', 'services', 'products', 'appointments'];
/** The number of first rows that may name the columns. */
const HEAD_ROWS = 10;
/** The number of letters of such a row that are shown. */
const SHOWN_LETTERS = 40;
/** The number of rows with broken letters that are named. */
const NAMED_ROWS = 10;

interface SourceCardProps {
  part: TablePart;
  onKind: (kind: ImportKind) => void;
  onSheet: (sheet: number) => void;
  onEncoding: (encoding: TextEncoding) => void;
  onHeadRow: (headRow: number | null) => void;
  onPutAway: () => void;
}

/**
 * Shows how a file is read, and lets a person change it: the kind of its rows, the sheet, the row that names the columns, and the
 * encoding.
 */
export function SourceCard({ part, onKind, onSheet, onEncoding, onHeadRow, onPutAway }: SourceCardProps) {
  const { t } = useTranslation('move-in');
  const rows = tableRows(part);
  const name = part.source || t('pasted');
  const broken = useMemo(() => brokenRows(rows), [rows]);
  const heads = rows.slice(0, HEAD_ROWS).flatMap((cells, at) => {
    const text = cells.filter(Boolean).join(' · ');
    return text === '' ? [] : [{ value: at, label: `${t('row', { number: at + 1 })}: ${text.slice(0, SHOWN_LETTERS)}` }];
  });
  return (
    <>
      <section className="card" aria-label={name}>
        <header className="flex flex-wrap items-center gap-3 border-b border-line rounded-t-lg bg-surface-2 px-5 py-3 max-md:px-4">
          <h2 className="min-w-0 flex-1 text-base break-words">{name}</h2>
          <Button size="sm" label={t('put_away_name', { name })} onClick={onPutAway}>
            {t('put_away')}
          </Button>
        </header>
        <div className="grid grid-cols-[repeat(auto-fit,minmax(min(14rem,100%),1fr))] gap-4 p-5 max-md:p-4">
          <Select<ImportKind>
            label={t('these_are')}
            value={part.kind}
            options={KINDS.map((kind) => ({ value: kind, label: t(`kind_${kind}`) }))}
            onChange={onKind}
          />
          {part.sheets.length > 1 ? (
            <Select<number>
              label={t('sheet')}
              value={part.sheet}
              options={part.sheets.map((sheet, at) => ({ value: at, label: sheet.name || `${t('sheet')} ${at + 1}` }))}
              onChange={onSheet}
            />
          ) : null}
          <Select<number | null>
            label={t('head_row')}
            value={part.columns.headRow}
            placeholder={t('no_head')}
            options={[{ value: null, label: t('no_head') }, ...heads]}
            onChange={onHeadRow}
          />
          {part.encoding !== null && part.bytes ? (
            <Select<TextEncoding>
              label={t('encoding')}
              hint={rows[0]?.filter(Boolean).join(' · ').slice(0, SHOWN_LETTERS)}
              value={part.encoding}
              options={TEXT_ENCODINGS.map((encoding) => ({ value: encoding, label: t(`encodings.${encoding}`) }))}
              onChange={onEncoding}
            />
          ) : null}
        </div>
      </section>
      {broken.length > 0 ? (
        <Notice tone="warn">
          {t('source_broken', { rows: `${broken.slice(0, NAMED_ROWS).join(', ')}${broken.length > NAMED_ROWS ? '…' : ''}` })}
        </Notice>
      ) : null}
    </>
  );
}
