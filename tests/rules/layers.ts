/**
 * Who may import whom: the one table. imports.test.ts holds every import against it, and the tables of the READMEs are made from
 * it (`GREBEN_LAYERS=write npx vitest run --project rules layers`). biome.json holds the packages that a folder may not use.
 */

/** A folder on the top, with what it may import beside itself. Tests in it are held to it as well. */
export interface Folder {
  readonly path: string;
  readonly what: string;
  readonly may: readonly string[] | 'everything';
  /** It has no way to a row of the replica but the reads and commands of `src/data`. */
  readonly outsideReplica?: true;
  /** Its folders are areas, none of which imports another; what lies on top and in `shared/` is for all of them. */
  readonly hasAreas?: true;
}

/** A layer of a folder: its product files may import the layers that stand before it in the table. */
export interface Layer {
  /** The name of the layer's folder; `.` for the files that lie on the top. */
  readonly folder: string;
  readonly what: string;
}

/** A folder whose files stand in layers, from the bottom to the top. */
export interface Layered {
  readonly path: string;
  readonly layers: readonly Layer[];
  /** Folders on one layer: none of them imports the other. */
  readonly apart?: readonly (readonly string[])[];
}

/** The way to a replica's rows, which only reads and commands of `src/data` take (see src/data/open-replica.ts). */
export const INSIDE_REPLICA = 'src/data/inside-replica.ts';

export const FOLDERS: readonly Folder[] = [
  {
    path: 'schemas',
    what: 'the data model: one file a table; types, local schema and canonical values from one source; `constants.ts` has every closed list (statuses, roles, languages, intervals)',
    may: [],
  },
  { path: 'sync', what: 'the replica’s life and its replication', may: ['schemas'] },
  {
    path: 'supabase/local',
    what: 'the embedded backend and the seeds; `supabase/` beside it: migrations, the same for hosted Supabase',
    may: ['schemas'],
  },
  {
    path: 'src/domain',
    what: 'pure rules: availability, overlaps, grid, dates, money, names, search',
    may: ['schemas'],
  },
  { path: 'src/data', what: 'session, live queries, commands', may: ['schemas', 'src/domain', 'sync'] },
  { path: 'src/i18n', what: 'languages, texts and formats', may: ['schemas'] },
  { path: 'src/ui', what: 'the design system', may: ['src/i18n', 'schemas'] },
  {
    path: 'src/features',
    what: 'screens, one folder an area (`<area>/`); `shared/`: what all screens use',
    may: ['schemas', 'src/data', 'src/domain', 'src/ui', 'src/i18n'],
    outsideReplica: true,
    hasAreas: true,
  },
  {
    path: 'src/booking',
    what: 'the public page where a salon’s customers book: an entry of its own, which shares no file with the app',
    may: ['schemas', 'src/domain', 'src/i18n', 'src/ui'],
  },
  { path: 'src/app', what: 'router, guards, shell, providers', may: 'everything', outsideReplica: true },
  {
    path: 'src/pwa',
    what: 'service worker, registration, storage',
    may: ['schemas', 'sync', 'src/data'],
    outsideReplica: true,
  },
];

/** Folders in layers. */
export const LAYERED: readonly Layered[] = [
  {
    path: 'sync',
    layers: [
      { folder: 'machine', what: 'what a machine gives: time, chance, a channel to other tabs' },
      { folder: 'server', what: 'what a server is: its calls, the shape of its answers, what a failure means' },
      { folder: 'core', what: 'pure: a row’s states and steps, merge, issues, the state document' },
      { folder: 'storage', what: 'the rows and documents on this device’s disk' },
      { folder: 'writes', what: 'how a row is written: a person’s change, the server’s news; issues, erasure' },
      { folder: 'round', what: 'push, pull, rebuild, when rounds run, what the status says' },
      { folder: 'device', what: 'checks, room on the disk, the file of unsent work' },
      { folder: 'versions', what: 'databases of other local schema versions: found, adopted, removed' },
      { folder: '.', what: 'the replica, as the rest of the app knows it' },
    ],
  },
  {
    path: 'src/data',
    layers: [
      { folder: 'browser', what: 'what a browser gives: small stores and notes, room, its clock, its other windows' },
      { folder: '.', what: 'reads and writes of the tables, and what they share' },
      { folder: 'events', what: 'appointments: read, written, moved, searched for' },
      { folder: 'issues', what: 'what a person has to decide: issues, overlaps, restored records' },
      { folder: 'salon', what: 'the salon as a whole: its currency, its categories, a failure to read it' },
      { folder: 'clients', what: 'the client file: merged, erased' },
      { folder: 'imports', what: 'imports from other programs: clients, services, products, appointments' },
      { folder: 'first-steps', what: 'a new salon: what it has done, services to begin with, the sample salon' },
      { folder: 'session', what: 'who is signed in' },
      { folder: 'online', what: 'the page on which customers book, as this device knows it' },
      { folder: 'people', what: 'the people of a salon: invitations, roles, names, devices, the way in and out' },
      {
        folder: 'local-data',
        what: 'what lies on this device: whose replicas, since when, what waits, what was lost, what goes',
      },
      { folder: 'reports', what: 'what went wrong here, told to the administrator; what the administrator tells the salon' },
    ],
  },
  {
    path: 'src/features/admin',
    layers: [
      { folder: 'reads', what: 'what the administrator’s functions return, how they are asked, and what the address asks for' },
      { folder: 'frame', what: 'what several screens have: frame, pages, a salon’s name and choice, approving and rejecting' },
      { folder: 'health', what: 'the checks: measured, listed, one salon’s, a message' },
      { folder: '.', what: 'the seven screens' },
    ],
  },
  {
    path: 'src/features/calendar',
    layers: [
      { folder: 'reads', what: 'what the calendar reads, and in which words an event is said' },
      { folder: 'state', what: 'what is shown, open, cut out, taken back, and where the focus is' },
      { folder: 'hours', what: 'the offer of usual hours to whoever has no shifts' },
      { folder: 'event', what: 'one event: its card, and each thing done to it in one step' },
      { folder: 'requests', what: 'what customers ask for, and the answers' },
      { folder: 'reservation', what: 'the dialog, of one service and of several' },
      { folder: 'repeat', what: 'repeating a booking' },
      { folder: 'find-slot', what: 'the search for free time' },
      { folder: 'print', what: 'the day’s sheet' },
      { folder: 'move', what: 'every way to another place: mouse, finger, keys, cut, dialog' },
      { folder: 'day', what: 'the day’s grid and list' },
      { folder: 'week', what: 'the week’s grid and list' },
      { folder: '.', what: 'the screen, its bar, its keys' },
    ],
    apart: [['find-slot', 'print']],
  },
  {
    path: 'src/features/clients',
    layers: [
      { folder: 'duplicates', what: 'one person written down twice: noticed, compared, merged, taken back' },
      { folder: '.', what: 'the list, the form, and what its folders share' },
      { folder: 'card', what: 'everything about one client: visits, notes, a copy, erasure' },
    ],
  },
  {
    path: 'src/features/products',
    layers: [
      { folder: '.', what: 'the list, the form, and what its folders share' },
      { folder: 'groups', what: 'the tree of product groups' },
      { folder: 'revision', what: 'counting the stock, and past counts' },
    ],
    apart: [['groups', 'revision']],
  },
  {
    path: 'src/features/shifts',
    layers: [
      { folder: 'reads', what: 'who works when in a week, and in which words shifts and time off are said' },
      { folder: 'dialog', what: 'the shifts of one employee’s day' },
      { folder: 'time-off', what: 'when somebody is away, and the appointments that it touches' },
      { folder: 'plan', what: 'the week as a picture: bars by mouse, finger and keys' },
      { folder: 'copy', what: 'a week to other weeks and to other people' },
      { folder: 'paper', what: 'the week for whoever has no device: printed, and as text' },
      { folder: '.', what: 'the screen, its week, its two views' },
    ],
    apart: [
      ['dialog', 'plan'],
      ['time-off', 'plan'],
    ],
  },
  {
    path: 'src/features/sync-center',
    layers: [
      { folder: 'status', what: 'how the sync stands, and what waits to be sent' },
      { folder: 'device', what: 'storage, the file, other people’s work on this device' },
      { folder: 'issues', what: 'a card for each kind of issue' },
      { folder: '.', what: 'the page' },
    ],
  },
];

export const liesIn = (file: string, folder: string): boolean => file.startsWith(`${folder}/`);

/** Returns the layer that a file belongs to: a folder's name, or `.`; null for a file outside of this folder. */
export function layerOf({ path }: Layered, file: string): string | null {
  if (!liesIn(file, path)) return null;
  const [first = '.', ...rest] = file.slice(path.length + 1).split('/');
  return rest.length > 0 ? first : '.';
}

/** Returns the area that a file belongs to; null for one that all areas may import. */
export function areaOf(file: string): string | null {
  const folder = FOLDERS.find(({ path, hasAreas }) => hasAreas && liesIn(file, path));
  const [area = '', ...rest] = folder ? file.slice(folder.path.length + 1).split('/') : [];
  return rest.length > 0 && area !== 'shared' ? area : null;
}

const shortName = (path: string) => `\`${path.replace('src/', '')}\``;

function mayText({ may, hasAreas }: Folder): string {
  if (may === 'everything') return may;
  const all = may.length > 0 ? may.map(shortName).join(', ') : 'nothing';
  return hasAreas ? `${all}; never another feature` : all;
}

/** Returns the README's table of folders. */
export function foldersTable(): string {
  const rows = FOLDERS.map((folder) => `| \`${folder.path}/\` | ${folder.what} | ${mayText(folder)} |`);
  const tests = '| `tests/` | `database/`, `sync/`, `e2e/`, `bench/`, `rules/`, `support/` (backend, fault proxy) | everything |';
  return ['| Folder | What lives there | May import |', '|---|---|---|', ...rows, tests].join('\n');
}

/** Returns the table of a folder's layers, from the top to the bottom. */
export function layersTable({ path, layers, apart = [] }: Layered): string {
  const rows = [...layers]
    .reverse()
    .map(({ folder, what }) => `| \`${folder === '.' ? `${path}/*` : `${folder}/`}\` | ${what} |`);
  const sides = apart.map(
    (folders) => `Side by side, neither imports the other: ${folders.map((one) => `\`${one}/\``).join(', ')}.`,
  );
  return ['| Layer, from the top | What lives there |', '|---|---|', ...rows, ...(sides.length > 0 ? ['', ...sides] : [])].join(
    '\n',
  );
}
