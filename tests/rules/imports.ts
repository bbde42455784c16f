import path from 'node:path';
import { type ESTree, parseSync } from 'vite';
import { areaOf, FOLDERS, type Folder, INSIDE_REPLICA, LAYERED, layerOf, liesIn } from './layers.ts';
import { filesUnder, isTest, textOf } from './tree.ts';

/** Each import of a file held against the table of folders and layers (layers.ts). Packages and circles are held by Biome. */

const manifest = JSON.parse(textOf('package.json')) as { imports: Record<string, string> };

/** The aliases of package.json, the most specific folder first; a private one lies in the folder of another and is for that folder alone. */
const ALIASES = Object.entries(manifest.imports)
  .map(([alias, folder]) => ({ alias: alias.replace('/*', ''), folder: folder.replace(/^\.\/|\/\*$/g, '') }))
  .map((one, _, all) => ({ ...one, isPrivate: all.some(({ folder }) => folder !== one.folder && liesIn(one.folder, folder)) }))
  .sort((one, other) => other.folder.length - one.folder.length);

/** What names a module beside import and export declarations: most files have none, and their syntax tree is not looked at. */
const OTHER_WAYS = /\b(?:import|require)\s*\(|\bvi\.(?:mock|doMock|unmock|doUnmock|importActual|importMock)\b/;
const OF_VI = new Set(['mock', 'doMock', 'unmock', 'doUnmock', 'importActual', 'importMock']);

function visit(value: unknown, see: (node: ESTree.Node) => void): void {
  if (value === null || typeof value !== 'object') return;
  if ('type' in value) see(value as ESTree.Node);
  for (const inner of Object.values(value)) visit(inner, see);
}

/** Returns what a file imports as it is written there: values, types, re-exports, `import()`, `require()`, and modules named to `vi`. */
export function importsIn(file: string, text: string): string[] {
  const parsed = parseSync(file, text);
  if (parsed.errors[0]) throw new Error(`${file}: ${parsed.errors[0].message}`);
  const found = [
    ...parsed.module.staticImports.map(({ moduleRequest }) => moduleRequest.value),
    ...parsed.module.staticExports.flatMap(({ entries }) => entries.flatMap(({ moduleRequest }) => moduleRequest?.value ?? [])),
  ];
  if (!OTHER_WAYS.test(text)) return [...new Set(found)];

  const add = (node: { start: number; end: number } | undefined) => {
    const [, named] = /^['"`]([^'"`$]*)['"`]$/.exec(node ? text.slice(node.start, node.end) : '') ?? [];
    if (named === undefined) throw new Error(`${file}: a module is not named in one text, so nobody can say what is imported`);
    found.push(named);
  };
  visit(parsed.program, (node) => {
    if (node.type === 'ImportExpression' || node.type === 'TSImportType') add(node.source);
    if (node.type !== 'CallExpression') return;
    const {
      callee,
      arguments: [first],
    } = node;
    const isRequire = callee.type === 'Identifier' && callee.name === 'require';
    const isOfVi = callee.type === 'MemberExpression' && callee.object.type === 'Identifier' && callee.object.name === 'vi';
    const namesModule = isOfVi && callee.property.type === 'Identifier' && OF_VI.has(callee.property.name);
    if (isRequire || (namesModule && first?.type !== 'ImportExpression')) add(first);
  });
  return [...new Set(found)];
}

/** Returns the path from the root that an import leads to; null for a package. */
export function targetOf(file: string, name: string): string | null {
  const [plain = name] = name.split('?');
  if (plain.startsWith('.')) return path.posix.join(path.posix.dirname(file), plain);
  const alias = ALIASES.find((one) => plain.startsWith(`${one.alias}/`));
  return alias ? path.posix.join(alias.folder, plain.slice(alias.alias.length + 1)) : null;
}

/**
 * Returns how this import is to be written: `./` for a file beside it (or below it), else by the most specific alias that the
 * importing file may use. Where no alias leads (the backend has none), any relative path will do.
 */
function writtenName(file: string, target: string, name: string): string {
  const folder = path.posix.dirname(file);
  if (path.posix.dirname(target) === folder) return `./${path.posix.basename(target)}`;
  if (name.startsWith('./') && liesIn(target, folder)) return name;
  const usable = ALIASES.find((one) => liesIn(target, one.folder) && (!one.isPrivate || liesIn(file, one.folder)));
  return usable ? `${usable.alias}/${target.slice(usable.folder.length + 1)}` : name;
}

const folderOf = (file: string): Folder | undefined => FOLDERS.find(({ path: folder }) => liesIn(file, folder));

/** Returns why a file may not import a module by this name; nothing where it may. */
export function wrongImport(file: string, name: string): string[] {
  const from = folderOf(file);
  const target = targetOf(file, name);
  if (!from || target === null) return [];

  const to = folderOf(target);
  if (!to) return [`${target} lies in no folder that ${from.path} may import`];
  if (to !== from && from.may !== 'everything' && !from.may.includes(to.path)) return [`${from.path} may not import ${to.path}`];
  if (from.outsideReplica && target === INSIDE_REPLICA) return [`${from.path} has no way to the rows of a replica`];

  const areas = [areaOf(file), areaOf(target)] as const;
  if (to === from && from.hasAreas && areas[1] !== null && areas[0] !== areas[1]) return ['an area never imports another'];

  const [plain = name] = name.split('?');
  const written = writtenName(file, target, plain);
  if (written !== plain) return [`is written as ${written}`];
  return isTest(file) ? [] : LAYERED.flatMap((layered) => wrongLayer(layered, file, target));
}

function wrongLayer(layered: (typeof LAYERED)[number], file: string, target: string): string[] {
  const [from, to] = [layerOf(layered, file), layerOf(layered, target)];
  if (from === null || to === null || from === to) return [];
  const order = layered.layers.map(({ folder }) => folder);
  const unknown = [from, to].find((folder) => !order.includes(folder));
  if (unknown !== undefined) return [`${layered.path} has no layer ${unknown}`];
  if (order.indexOf(to) > order.indexOf(from)) return [`${to} stands above ${from} in ${layered.path}`];
  const apart = layered.apart?.some((folders) => folders.includes(from) && folders.includes(to));
  return apart ? [`${to} and ${from} of ${layered.path} stand side by side`] : [];
}

/** Returns all code in the folders of the table, with its text. */
export function filesOfTable(): Map<string, string> {
  const code = FOLDERS.flatMap((folder) => filesUnder(folder.path)).filter((file) => /\.(?:tsx?|mjs)$/.test(file));
  return new Map(code.map((file) => [file, textOf(file)]));
}

/** Returns one line for each wrong import of these files, and for each that leads to no file. */
export function wrongImports(files: ReadonlyMap<string, string>, exists: (target: string) => boolean): string[] {
  return [...files].flatMap(([file, text]) =>
    importsIn(file, text).flatMap((name) => {
      const target = targetOf(file, name);
      const gone = target !== null && !exists(target) ? ['leads to no file'] : [];
      return [...wrongImport(file, name), ...gone].map((reason) => `${file}: ${name}: ${reason}`);
    }),
  );
}
