/**
 * Who may import whom: the one table of the house. biome.json's overrides and the tables of the READMEs are made from it
 * (`GREBEN_FLOORS=write npx vitest run --project rules layers`); floors.test.ts holds that they agree.
 */

/** A folder of the house, with what it must not import. */
export interface Folder {
  readonly path: string;
  readonly what: string;
  /** As the README says it. */
  readonly may: string;
  /** Aliases of other folders. */
  readonly notFolders: readonly string[];
  /** Packages that have no place in it. */
  readonly notPackages: readonly (keyof typeof PACKAGES)[];
  /** It has no way to a row of the replica but the reads and commands of `src/data`. */
  readonly outsideReplica?: true;
  /** Made of features, none of which imports another. */
  readonly features?: true;
  /** Says no date by itself. */
  readonly dates?: true;
}

/** A floor of a folder: it may import the floors that stand before it in the table, and nobody's inside. */
export interface Floor {
  /** The folder's name in it; `.` for the files that lie in the house itself, on the top. */
  readonly room: string;
  readonly what: string;
}

/** A folder whose files stand in rooms, from the bottom to the top. */
export interface House {
  readonly path: string;
  readonly alias: string;
  /** Of the folder that it is part of, whose rules hold in it too. */
  readonly part: string;
  readonly floors: readonly Floor[];
  /** Rooms on one floor: none of them imports the other. */
  readonly apart?: readonly (readonly string[])[];
}

export const PACKAGES = {
  react: ['react', 'react/**', 'react-dom', 'react-dom/**', 'react-router-dom', 'react-i18next'],
  rxdb: ['rxdb', 'rxdb/**', 'dexie'],
  supabase: ['@supabase/**'],
  dayjs: ['dayjs', 'dayjs/**'],
} as const;

const ALL = ['schemas', 'sync', 'domain', 'data', 'i18n', 'ui', 'features', 'app', 'pwa'] as const;
const allBut = (...may: readonly (typeof ALL)[number][]): readonly string[] => ALL.filter((folder) => !may.includes(folder));

export const FOLDERS: readonly Folder[] = [
  {
    path: 'schemas',
    what: 'the data model: one file a table; types, local schema and canonical values from one source',
    may: 'nothing',
    notFolders: allBut('schemas'),
    notPackages: ['react', 'rxdb', 'supabase', 'dayjs'],
  },
  {
    path: 'sync',
    what: 'the replica’s life and its replication',
    may: '`schemas`',
    notFolders: allBut('schemas', 'sync'),
    notPackages: ['react', 'dayjs'],
  },
  {
    path: 'supabase/local',
    what: 'the embedded backend and the seeds; `supabase/` beside it: migrations, the same for hosted Supabase',
    may: '`schemas`',
    notFolders: allBut('schemas'),
    notPackages: ['react', 'rxdb'],
  },
  {
    path: 'src/domain',
    what: 'pure rules: availability, overlaps, grid, dates, money, names, search',
    may: '`schemas`',
    notFolders: allBut('schemas', 'domain'),
    notPackages: ['react', 'rxdb', 'supabase'],
  },
  {
    path: 'src/data',
    what: 'session, live queries, commands',
    may: '`schemas`, `domain`, `sync`',
    notFolders: allBut('schemas', 'domain', 'sync', 'data'),
    notPackages: ['react'],
  },
  {
    path: 'src/i18n',
    what: 'languages, texts and formats',
    may: 'nothing',
    notFolders: allBut('i18n'),
    notPackages: ['rxdb', 'supabase'],
  },
  {
    path: 'src/ui',
    what: 'the design system',
    may: '`i18n`, `schemas`',
    notFolders: allBut('schemas', 'i18n', 'ui'),
    notPackages: ['rxdb', 'supabase'],
    dates: true,
  },
  {
    path: 'src/features',
    what: 'screens, one folder an area (`<area>/`); beside them what all screens share (`use-replica.ts`, `use-saving.ts`)',
    may: '`schemas`, `data`, `domain`, `ui`, `i18n`; never another feature',
    notFolders: ['sync', 'app', 'pwa'],
    notPackages: ['rxdb', 'supabase'],
    outsideReplica: true,
    features: true,
    dates: true,
  },
  {
    path: 'src/app',
    what: 'router, guards, shell, providers',
    may: 'everything',
    notFolders: [],
    notPackages: ['rxdb', 'supabase'],
    outsideReplica: true,
    dates: true,
  },
  {
    path: 'src/pwa',
    what: 'service worker, registration, storage',
    may: '`sync`, `data`',
    notFolders: allBut('schemas', 'sync', 'data', 'pwa'),
    notPackages: ['react', 'rxdb', 'supabase'],
    outsideReplica: true,
    dates: true,
  },
];

export const HOUSES: readonly House[] = [
  {
    path: 'sync',
    alias: '#sync',
    part: 'sync',
    floors: [
      { room: 'machine', what: 'what a machine gives: time, chance, a channel to other tabs' },
      { room: 'server', what: 'what a server is: its calls, the shape of its answers, what a failure means' },
      { room: 'core', what: 'pure: a row’s states and steps, merge, issues, the state document' },
      { room: 'storage', what: 'the rows and documents on this device’s disk' },
      { room: 'doors', what: 'the context that all work in, the two doors to a row, issues, erasure' },
      { room: 'round', what: 'push, pull, rebuild, when rounds run, what the status says' },
      { room: 'device', what: 'checks, room on the disk, the file of unsent work' },
      { room: 'versions', what: 'databases of other local schema versions: found, adopted, removed' },
      { room: '.', what: 'the replica, as the rest of the app knows it' },
    ],
  },
  {
    path: 'src/data',
    alias: '#data',
    part: 'src/data',
    floors: [
      { room: 'browser', what: 'what a browser gives: small stores and notes, room, its clock, its other windows' },
      { room: '.', what: 'reads and writes of the tables, and what they share' },
      { room: 'events', what: 'appointments: read, written, moved, searched for' },
      { room: 'issues', what: 'what a person has to decide: issues, overlaps, restored records' },
      { room: 'salon', what: 'the salon as a whole: its currency, its categories, a failure to read it' },
      { room: 'clients', what: 'the client file: merged, erased' },
      { room: 'imports', what: 'tables of another program taken in: clients, services, products' },
      { room: 'first-steps', what: 'a new salon: what it has done, services to begin with, the sample salon' },
      { room: 'session', what: 'who is signed in' },
      { room: 'local-data', what: 'what lies on this device: whose replicas, since when, what waits, what was lost, what goes' },
      { room: 'reports', what: 'what went wrong here, told to the administrator; what the administrator tells the salon' },
    ],
  },
  {
    path: 'src/features/admin',
    alias: '#admin',
    part: 'src/features',
    floors: [
      { room: 'reads', what: 'what the administrator’s functions return, how they are asked, and what the address asks for' },
      { room: 'frame', what: 'what every screen of the administrator has: its frame, pages, a salon’s name and choice' },
      { room: 'decide', what: 'approving and rejecting' },
      { room: 'errors', what: 'the list of errors: its filters, the whole of one, the help for it' },
      { room: 'health', what: 'the checks: measured, listed, one salon’s, a message' },
      { room: 'accounts', what: 'the list of accounts, and making a one-time link' },
      { room: '.', what: 'the seven screens' },
    ],
    apart: [['decide', 'errors', 'health', 'accounts']],
  },
  {
    path: 'src/features/calendar',
    alias: '#calendar',
    part: 'src/features',
    floors: [
      { room: 'reads', what: 'what the calendar reads, and in which words an event is said' },
      { room: 'state', what: 'what is shown, open, cut out, taken back, and where the focus is' },
      { room: 'hours', what: 'the offer of usual hours to whoever has no shifts' },
      { room: 'event', what: 'one event: its card, and each thing done to it in one step' },
      { room: 'reservation', what: 'the dialog, of one service and of several' },
      { room: 'repeat', what: 'repeating a booking' },
      { room: 'find-slot', what: 'the search for free time' },
      { room: 'print', what: 'the day’s sheet' },
      { room: 'move', what: 'every way to another place: mouse, finger, keys, cut, dialog' },
      { room: 'day', what: 'the day’s grid and list' },
      { room: 'week', what: 'the week’s grid and list' },
      { room: '.', what: 'the screen, its bar, its keys' },
    ],
    apart: [['find-slot', 'print']],
  },
  {
    path: 'src/features/clients',
    alias: '#clients',
    part: 'src/features',
    floors: [
      { room: 'duplicates', what: 'one person written down twice: noticed, compared, merged, taken back' },
      { room: '.', what: 'the list, the form, and what the rooms share' },
      { room: 'card', what: 'everything about one client: visits, notes, a copy, erasure' },
      { room: 'import', what: 'a table of another program, understood and taken in' },
    ],
    apart: [['card', 'import']],
  },
  {
    path: 'src/features/products',
    alias: '#products',
    part: 'src/features',
    floors: [
      { room: '.', what: 'the list, the form, and what the rooms share' },
      { room: 'groups', what: 'the tree of product groups' },
      { room: 'revision', what: 'counting the stock, and past counts' },
    ],
    apart: [['groups', 'revision']],
  },
  {
    path: 'src/features/shifts',
    alias: '#shifts',
    part: 'src/features',
    floors: [
      { room: 'reads', what: 'who works when in a week, and in which words shifts and time off are said' },
      { room: 'dialog', what: 'the shifts of one employee’s day' },
      { room: 'time-off', what: 'when somebody is away, and the appointments that it touches' },
      { room: 'plan', what: 'the week as a picture: bars by mouse, finger and keys' },
      { room: 'copy', what: 'a week to other weeks and to other people' },
      { room: 'paper', what: 'the week for whoever has no device: printed, and as text' },
      { room: '.', what: 'the screen, its week, its two views' },
    ],
    apart: [
      ['dialog', 'plan'],
      ['time-off', 'plan'],
    ],
  },
  {
    path: 'src/features/sync-center',
    alias: '#sync-center',
    part: 'src/features',
    floors: [
      { room: 'status', what: 'how the sync stands, and what waits to be sent' },
      { room: 'device', what: 'storage, the file, other people’s work on this device' },
      { room: 'issues', what: 'a card for each kind of issue' },
      { room: '.', what: 'the page' },
    ],
  },
];

/** Product files side by side in one folder of src/features, src/data or sync; more of them say nothing any more. */
export const MOST_FILES = 35;

const ACROSS = 'Across folders only by alias: a relative path slips past the rule of who may import whom.';
type Pattern = { group: string[]; message: string };

/** What files of a folder must not import; `inside`: they are part of that house. */
function patternsOf(folder: Folder, inside?: House): Pattern[] {
  const patterns: Pattern[] = [{ group: ['../**', '**/../**'], message: ACROSS }];
  if (folder.notFolders.length > 0)
    patterns.push({
      group: folder.notFolders.map((name) => `#${name}/**`),
      message: `${folder.path} may not import this folder (see README, “The house”).`,
    });
  const packages = folder.notPackages.flatMap((name) => PACKAGES[name]);
  if (packages.length > 0)
    patterns.push({ group: packages, message: `${folder.path} may not use this package (see README, “The house”).` });
  if (folder.features)
    patterns.push({ group: ['#features/*/**'], message: 'A feature never imports another; a booking is opened by its route.' });
  if (folder.outsideReplica)
    patterns.push({
      group: ['#data/inside-replica.ts'],
      message: 'A replica’s rows and door are for the reads and commands of src/data (see src/data/open-replica.ts).',
    });
  const others = HOUSES.filter((house) => isFeature(house) && house !== inside);
  patterns.push({
    group: others.map(({ alias }) => `${alias}/**`),
    message: 'This alias is for the folder itself and its tests.',
  });
  if (folder.dates)
    patterns.push({
      group: [...PACKAGES.dayjs],
      message: 'How dates are written is the subject of src/i18n/formats.ts: ask it.',
    });
  return patterns;
}

/** One of the features, with an alias that is nobody else's. */
const isFeature = ({ part, path }: House): boolean => part !== path;
const inRoom = ({ alias }: House, room: string): string[] =>
  room === '.' ? [`${alias}/*.ts`, `${alias}/*.tsx`] : [`${alias}/${room}/**`];

/** What files of a room must not import of their own house: the rooms above and beside it; their own room not by its alias. */
function roomPatterns(house: House, room: string): Pattern[] {
  const { path, floors, apart = [] } = house;
  const above = floors.slice(floors.findIndex((floor) => floor.room === room) + 1).map((floor) => floor.room);
  const beside = apart.filter((rooms) => rooms.includes(room)).flatMap((rooms) => rooms.filter((other) => other !== room));
  const closed = [...new Set([...above, ...beside])].flatMap((other) => inRoom(house, other));
  const own = { group: inRoom(house, room), message: 'Within a room only by “./”.' };
  if (closed.length === 0) return [own];
  return [{ group: closed, message: `Not below this room in ${path} (see tests/rules/layers.ts).` }, own];
}

const override = (includes: string[], patterns: Pattern[]) => ({
  includes,
  linter: { rules: { style: { noRestrictedImports: { level: 'error', options: { patterns } } } } },
});

/** Tests of a room may use what stands above it. */
const NO_TESTS = ['!**/*.test.*', '!**/*.test-support.*'];

/** In the product a circle of types is one too; the simulation's parts may know each other's types. */
const CIRCLES_IN_TESTS = {
  includes: ['tests/**'],
  linter: { rules: { suspicious: { noImportCycles: { level: 'error', options: { ignoreTypes: true } } } } },
};

/** biome.json's `overrides`. A later one replaces an earlier one's patterns whole: so a room's says those of its folder as well. */
export function overrides(): object[] {
  const houses = HOUSES.flatMap((house) => {
    const folder = FOLDERS.find(({ path }) => path === house.part);
    if (!folder) throw new Error(`${house.part} is not in the table`);
    const patterns = patternsOf(folder, house);
    const rooms = house.floors.map(({ room }) =>
      override(
        [room === '.' ? `${house.path}/*` : `${house.path}/${room}/**`, ...NO_TESTS],
        [...patterns, ...roomPatterns(house, room)],
      ),
    );
    return isFeature(house) ? [override([`${house.path}/**`], patterns), ...rooms] : rooms;
  });
  return [...FOLDERS.map((folder) => override([`${folder.path}/**`], patternsOf(folder))), ...houses, CIRCLES_IN_TESTS];
}

/** The README's table of the house. */
export function houseTable(): string {
  const rows = FOLDERS.map(({ path, what, may }) => `| \`${path}/\` | ${what} | ${may} |`);
  const tests = '| `tests/` | `database/`, `sync/`, `e2e/`, `bench/`, `rules/`, `support/` (backend, fault proxy) | everything |';
  return ['| Folder | What lives there | May import |', '|---|---|---|', ...rows, tests].join('\n');
}

/** The table of a house's floors, from the top to the bottom. */
export function floorsTable({ path, floors, apart = [] }: House): string {
  const rows = [...floors].reverse().map(({ room, what }) => `| \`${room === '.' ? `${path}/*` : `${room}/`}\` | ${what} |`);
  const sides = apart.map(
    (rooms) => `Side by side, neither imports the other: ${rooms.map((room) => `\`${room}/\``).join(', ')}.`,
  );
  return ['| Floor, from the top | What lives there |', '|---|---|', ...rows, ...(sides.length > 0 ? ['', ...sides] : [])].join(
    '\n',
  );
}
