import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** The files of the tree, as the rules read them: paths from the root, with `/`. */

export const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/** The folders of what is delivered, and of what builds it. */
export const PRODUCT = ['src', 'sync', 'schemas', 'supabase/local', 'build'];

export const textOf = (file: string): string => readFileSync(path.join(ROOT, file), 'utf8');

/** A test or what tests share. */
export const isTest = (file: string): boolean => /\.(?:test|spec|test-support)\.tsx?$/.test(file);

/** Returns all files in a folder and below it; none where the folder is not there. */
export function filesUnder(folder: string): string[] {
  const top = path.join(ROOT, folder);
  if (!existsSync(top)) return [];
  return readdirSync(top, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(ROOT, path.join(entry.parentPath, entry.name)).replaceAll(path.sep, '/'))
    .sort();
}

/** Returns the product's files of code, without tests. */
export const productCode = (): string[] =>
  PRODUCT.flatMap(filesUnder).filter((file) => /\.(?:tsx?|mjs)$/.test(file) && !file.endsWith('.d.ts') && !isTest(file));
