/**
 * Where the text of a function or view stands that the database has now. While one migration alone makes it, there. Once a
 * migration of a later release has replaced it, in `supabase/current`, in a file of its own name.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { migrationFiles } from '#local/postgres/migrate.ts';
import { ROOT } from '#local/settings.ts';

/** File name → what it holds. */
export type SqlFiles = ReadonlyMap<string, string>;

export interface CurrentTexts {
  /** `private.stamp` → the statement that creates or replaces it. */
  texts: Map<string, string>;
  wrong: string[];
}

const MADE = /^create (?:or replace )?(function|procedure|view) ((?:public|private|wire)\.\w+)/gm;

/** Up to the semicolon; one inside a function's or procedure's body ends nothing. */
function statementAt(sql: string, from: number, kind: string): string {
  const body = kind !== 'view' ? sql.indexOf('$$', sql.indexOf('$$', from) + 2) : from;
  return sql.slice(from, sql.indexOf(';', body) + 1);
}

function madeIn(files: SqlFiles): Map<string, { file: string; text: string }[]> {
  const made = new Map<string, { file: string; text: string }[]>();
  for (const [file, sql] of files)
    for (const match of sql.matchAll(MADE)) {
      const [, kind = '', name = ''] = match;
      made.set(name, [...(made.get(name) ?? []), { file, text: statementAt(sql, match.index, kind) }]);
    }
  return made;
}

/** The current texts of what the migrations make, and each one that has no place or more than one. */
export function currentTexts(migrations: SqlFiles, current: SqlFiles): CurrentTexts {
  const texts = new Map<string, string>();
  const wrong: string[] = [];
  const apart = madeIn(current);
  const made = madeIn(migrations);
  for (const [name, places] of made) {
    const [kept, ...more] = apart.get(name) ?? [];
    const [first] = places;
    const text = places.length === 1 ? first?.text : kept?.text;
    if (text) texts.set(name, text);
    if (places.length > 1 && !kept)
      wrong.push(
        `${name} is written in ${places.map(({ file }) => file).join(' and ')}: see supabase/README.md, “What released means”`,
      );
    if (kept && (places.length === 1 || more.length > 0 || kept.file !== `${name}.sql`))
      wrong.push(`${name} has no need of its text in ${[kept, ...more].map(({ file }) => file).join(' and ')}`);
  }
  for (const name of apart.keys()) if (!made.has(name)) wrong.push(`${name} is made by no migration`);
  return { texts, wrong };
}

/** The migrations and current texts of this clone. */
export function sqlFiles(): { migrations: SqlFiles; current: SqlFiles } {
  const folder = path.join(ROOT, 'supabase', 'current');
  const read = (files: string[]): SqlFiles => new Map(files.map((file) => [path.basename(file), readFileSync(file, 'utf8')]));
  return {
    migrations: read(migrationFiles().map(({ file }) => file)),
    current: read(existsSync(folder) ? readdirSync(folder).map((name) => path.join(folder, name)) : []),
  };
}
