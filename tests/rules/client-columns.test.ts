import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { clients } from '../../schemas/clients.ts';

/**
 * What is written down of a client stands in several lists by name, each of which says in its own order what it shows or takes. A
 * column that one of them has forgotten is lost without a word: to a person who asks for their data, to whoever merges duplicates,
 * or with the file that is taken to another program. So a new column stands in each of them, or here with the reason.
 */
const root = path.join(import.meta.dirname, '../..');
/** Not written down by a person: the name follows its parts, the others say what became of the record. */
const DERIVED = new Set(['name', 'merged_into', 'erased_at']);

const LISTS: readonly { what: string; file: string; without?: readonly string[] }[] = [
  { what: 'the form', file: 'src/features/clients/client-form-values.ts' },
  { what: 'the copy that a client may ask for', file: 'src/features/clients/card/client-copy.ts' },
  { what: 'the file of all clients', file: 'src/features/clients/export-clients.ts' },
  { what: 'an import', file: 'src/domain/imports/client-import-columns.ts' },
  { what: 'what an undone import looks at', file: 'src/data/imports/marks.ts' },
  // Two names of one person are not joined: the kept record has its own.
  { what: 'a merge', file: 'src/data/clients/client-merge.commands.ts', without: ['first_name', 'last_name'] },
  {
    what: 'the question before a merge',
    file: 'src/features/clients/duplicates/merge-dialog.tsx',
    without: ['first_name', 'last_name'],
  },
];

const written = Object.keys(clients.columns).filter((column) => !DERIVED.has(column));

describe('each column that a person fills in stands in', () => {
  it.each(LISTS)('$what', ({ file, without = [] }) => {
    const text = readFileSync(path.join(root, file), 'utf8');
    const forgotten = written.filter((column) => !without.includes(column) && !new RegExp(`\\b${column}\\b`).test(text));
    expect(forgotten).toEqual([]);
  });
});
