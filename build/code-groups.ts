import { fileURLToPath } from 'node:url';
import { START_NAMESPACES } from '../src/i18n/start-namespaces.ts';

const at = (path: string) => fileURLToPath(new URL(`../${path}`, import.meta.url));

/** The bundler's answer about a module: the modules it imports at once, without those it fetches later. */
interface Modules {
  getModuleInfo(id: string): { readonly importedIds: readonly string[] } | null;
}

interface Group {
  readonly name: string | ((id: string, modules: Modules) => string | null);
  /** A group whose name is a function needs this too; without it each build prints a warning. */
  readonly debugName?: string;
  readonly test?: RegExp;
  readonly priority: number;
  readonly minShareCount?: number;
  readonly maxModuleSize?: number;
}

const REACT = /node_modules[\\/](react|react-dom|scheduler|react-router|react-router-dom)[\\/]/;
const REPLICA = /node_modules[\\/](rxdb|dexie|rxjs)[\\/]/;
const ICONS = /node_modules[\\/]lucide/;
const TEXTS = /[\\/]i18n[\\/](\w+)[\\/]([\w-]+)\.json$/;
const isPackage = (id: string) => id.includes('node_modules');

/** The texts of a language that come with the start, and the rest. */
function textsOf(id: string): string | null {
  const [, language, namespace = ''] = TEXTS.exec(id) ?? [];
  return language ? `texts-${language}-${START_NAMESPACES.includes(namespace) ? 'first' : 'later'}` : null;
}

/** A module and all that it imports, and what those import. */
function reachOf(entry: string, modules: Modules): ReadonlySet<string> {
  const found = new Set([entry]);
  for (const one of found) for (const next of modules.getModuleInfo(one)?.importedIds ?? []) found.add(next);
  return found;
}

/** Remembers per argument: the bundler asks about each module several times. The modules are all known when it first asks. */
function remembered<T>(read: (id: string, modules: Modules) => T): (id: string, modules: Modules) => T {
  const known = new Map<string, T>();
  return (id, modules) => {
    if (!known.has(id)) known.set(id, read(id, modules));
    return known.get(id) as T;
  };
}

const reach = remembered(reachOf);
const isOfStart = (id: string, modules: Modules) => reach(at('src/app/start/main.tsx'), modules).has(id);
/** Brings nothing heavier along than what every start has: no forms, no lists to choose from, no server. */
const isLight = remembered((id, modules) =>
  [...reachOf(id, modules)].every(
    (one) => !isPackage(one) || ICONS.test(one) || REACT.test(one) || REPLICA.test(one) || isOfStart(one, modules),
  ),
);

/** A group of small light modules of the folders that `folders` names, which several screens and dialogs share. */
const shared = (name: string, folders: RegExp, minShareCount: number): Group => ({
  name: (id, modules) => {
    const isOwn = folders.test(id) && !isPackage(id) && !isOfStart(id, modules);
    return isOwn && isLight(id, modules) ? name : null;
  },
  debugName: name,
  priority: 1,
  minShareCount,
  maxModuleSize: 8_000,
});

/**
 * Which modules go into one file of the build. Left to itself the bundler makes a file of each set of modules that the same screens
 * share: 286, most below 4 KB. Every device fetches and stores each of them for offline use, at 5 ms of work a file.
 */
export const CODE_GROUPS: readonly Group[] = [
  { name: 'react', test: REACT, priority: 3 },
  { name: 'replica', test: REPLICA, priority: 3 },
  // What is left of the start in one file: thirty small ones, each shared with some dialog, would be a tenth larger.
  {
    name: (id, modules) => (!isPackage(id) && isOfStart(id, modules) ? 'start' : null),
    debugName: 'start',
    priority: 2,
  },
  { name: textsOf, debugName: 'texts', priority: 3 },
  { name: 'icons', test: ICONS, priority: 1 },
  shared('parts', /[\\/]src[\\/](ui|features)[\\/]/, 2),
  // The session fetches some of these before the first sync: what three share or more, so that little comes along that only dialogs need.
  shared('rules', /[\\/]src[\\/](domain|data)[\\/]/, 3),
];
