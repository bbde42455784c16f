/**
 * Carries what another local form of this replica holds into the open one: after an update of the app, or on the way back.
 * Promises: what is a person's (unsent and refused rows, issues, other documents) is moved through the door once in
 * effect, whenever this breaks off; nothing of a form that another window has open is moved or deleted; a form is deleted
 * only when nothing of a person's is left in it. A fresh replica takes the settled rows too, so that the calendar opens
 * without a network, and has them verified by a rebuild.
 */
import { TABLE_NAMES, type TableName } from '#schemas/registry.ts';
import { carried, isPersons, mayBePersons, rowInThisForm, settledPart } from './carry-row.ts';
import { isoOf } from './clock.ts';
import { type Fields, fieldOf, isErased, type StateRow } from './columns.ts';
import { type Doors, passDoor } from './doors.ts';
import { wipeClient } from './erasure.ts';
import type { FormHolds } from './form-holds.ts';
import { ISSUES_DOCUMENT } from './issue-book.ts';
import type { SyncIssue } from './issues.ts';
import {
  deleteForm,
  eachPage,
  forgetLocalDocuments,
  forgetRows,
  formsBeside,
  type LocalDocument,
  localDocuments,
  type OtherForm,
  type RawDocument,
  type Unsent,
  unsentIn,
} from './other-forms.ts';
import { rebuilt, type Setting } from './row-state.ts';
import type { DocStore } from './stores.ts';
import { BLANK_STATE, STATE_DOCUMENT, type SyncState } from './sync-state.ts';

export interface Carrying extends Doors {
  readonly userId: string;
  readonly salonId: number;
  readonly docs: DocStore;
  readonly holds: FormHolds;
}

export interface LeftBehind extends Unsent {
  /** Some other form is still there: it is worth looking again. */
  readonly forms: boolean;
}

const settingOf = ({ rules, salonId, clock }: Carrying, horizon: string | null): Setting => ({
  rules,
  salonId,
  at: isoOf(clock),
  horizon,
});

const stateOf = (documents: readonly LocalDocument[]): SyncState => ({
  ...BLANK_STATE,
  ...(documents.find(({ id }) => id === STATE_DOCUMENT)?.value as SyncState | undefined),
});

/**
 * Fills a fresh replica with the settled rows of the form that was used last; one that is open elsewhere too. Does nothing
 * in a replica that has begun on its own.
 */
export async function copySettled(to: Carrying): Promise<void> {
  const begun = await to.docs.read<SyncState>(STATE_DOCUMENT);
  if (begun !== null && begun.rebuild?.copying === undefined) return;
  const forms = await formsBeside(to.userId, to.salonId);
  const states = await Promise.all(forms.map(async ({ name }) => ({ name, state: stateOf(await localDocuments(name)) })));
  const usable = states.filter(({ name, state }) => state.calendarReady && [name, undefined].includes(begun?.rebuild?.copying));
  const [latest] = usable.sort((a, b) => ((a.state.lastSyncedAt ?? '') < (b.state.lastSyncedAt ?? '') ? 1 : -1));
  if (latest === undefined) return;
  const { name, state } = latest;
  const { epoch, seen, horizon, horizonRev } = state;
  const historyChanged = state.rebuild?.historyChanged ?? false;
  const during: SyncState = {
    ...BLANK_STATE,
    ...{ epoch, seen, horizon, horizonRev },
    rebuild: { historyChanged, copying: name },
  };
  await to.docs.update<SyncState>(STATE_DOCUMENT, (current) => (current === null ? during : null));
  const setting = settingOf(to, horizon);
  for (const table of TABLE_NAMES) {
    let going = true;
    await eachPage(name, table, async (documents) => {
      const now = await to.docs.read<SyncState>(STATE_DOCUMENT);
      going &&= now?.rebuild?.copying === name;
      if (going) await copyPage(to, setting, table, documents);
    });
    if (!going) return;
  }
  const { calendarReady, pulledOnce, lastSyncedAt } = state;
  await to.docs.update<SyncState>(STATE_DOCUMENT, (current) =>
    current?.rebuild?.copying === name
      ? { ...current, calendarReady, pulledOnce, lastSyncedAt, weekRead: calendarReady, rebuild: { historyChanged } }
      : null,
  );
}

async function copyPage(to: Carrying, setting: Setting, table: TableName, documents: readonly RawDocument[]): Promise<void> {
  const rows = new Map<string, { row: StateRow; hidden: boolean }>();
  for (const document of documents) {
    const found = rowInThisForm(table, setting.salonId, document);
    const row = found && settledPart(found);
    if (row) rows.set(row.id, { row, hidden: document._deleted !== '0' || row.deleted });
  }
  await passDoor(to, 'server', table, [...rows.keys()], (cur, id) => {
    const copy = rows.get(id);
    if (!copy || (cur !== null && (cur.pending === 1 || cur.rev >= copy.row.rev))) return { kind: 'keep' };
    return { kind: 'put', ...copy, issues: [] };
  });
}

/**
 * Moves what is a person's out of every other form that no window has open, and deletes those forms; not one with unsent
 * rows of a table that this version does not know. Returns whether anything was moved.
 */
export async function takeOver(to: Carrying): Promise<boolean> {
  let moved = false;
  for (const form of await formsBeside(to.userId, to.salonId)) {
    await to.holds.whileFree(form.name, async () => {
      for (let found = await personsOf(to, form); found !== null; found = await personsOf(to, form)) {
        moved = true;
        await move(to, form, found);
      }
      if ((await unsentIn(form.name)).count === 0) await deleteForm(form);
    });
  }
  return moved;
}

/** What other forms still hold. */
export async function leftBehind({ userId, salonId }: Pick<Carrying, 'userId' | 'salonId'>): Promise<LeftBehind> {
  const forms = await formsBeside(userId, salonId);
  let count = 0;
  let oldestAt: string | null = null;
  for (const { name } of forms) {
    const unsent = await unsentIn(name);
    count += unsent.count;
    if (unsent.oldestAt !== null && (oldestAt === null || unsent.oldestAt < oldestAt)) ({ oldestAt } = unsent);
  }
  return { count, oldestAt, forms: forms.length > 0 };
}

interface Found {
  readonly document: RawDocument;
  readonly row: StateRow;
}

interface Persons {
  readonly state: SyncState;
  readonly issues: readonly SyncIssue[];
  readonly rows: ReadonlyMap<TableName, readonly Found[]>;
  readonly others: readonly LocalDocument[];
  readonly documents: readonly LocalDocument[];
}

/** Null when nothing of a person's is left there. */
async function personsOf(to: Carrying, { name }: OtherForm): Promise<Persons | null> {
  const documents = (await localDocuments(name)).filter(({ id }) => id !== STATE_DOCUMENT);
  const rows = new Map<TableName, Found[]>();
  for (const table of TABLE_NAMES)
    await eachPage(name, table, async (page) => {
      for (const document of page.filter(mayBePersons)) {
        const row = rowInThisForm(table, to.salonId, document);
        if (row && isPersons(row)) rows.set(table, [...(rows.get(table) ?? []), { document, row }]);
      }
    });
  if (documents.length === 0 && rows.size === 0) return null;
  const book = documents.find(({ id }) => id === ISSUES_DOCUMENT)?.value as { issues?: Record<string, SyncIssue> } | undefined;
  return {
    state: stateOf(await localDocuments(name)),
    issues: Object.values(book?.issues ?? {}),
    rows,
    others: documents.filter(({ id }) => id !== ISSUES_DOCUMENT),
    documents,
  };
}

/** All of it is here before any of it is forgotten there. */
async function move(to: Carrying, { name }: OtherForm, { state, issues, rows, others, documents }: Persons): Promise<void> {
  const present = await to.docs.read<SyncState>(STATE_DOCUMENT);
  const otherHistory = state.epoch !== null && present !== null && present.epoch !== null && state.epoch !== present.epoch;
  const historyChanged = otherHistory || (state.rebuild?.historyChanged ?? false);
  const setting = settingOf(to, present?.horizon ?? state.horizon);
  await to.issues.change(issues, []);
  for (const { id, value } of others) await to.docs.update(id, (current) => (current === null ? value : null));
  for (const [table, found] of rows) {
    const byId = new Map(found.map((entry) => [entry.row.id, entry]));
    await passDoor(to, 'server', table, [...byId.keys()], (cur, id) => {
      const entry = byId.get(id);
      if (!entry) return { kind: 'keep' };
      const step = historyChanged ? rebuilt(setting, entry.row, true) : null;
      const row = step?.kind === 'put' ? step.row : entry.row;
      return carried(setting, table, cur, row, entry.document._deleted !== '0');
    });
  }
  for (const client of await erasedAmong(to, issues, rows)) await wipeClient(to, client);
  for (const [table, found] of rows)
    await forgetRows(
      name,
      table,
      found.map(({ document }) => document),
    );
  await forgetLocalDocuments(name, documents);
}

/** Clients that are erased here and of whom something has just come: it is wiped before anybody sees it. */
async function erasedAmong(
  to: Carrying,
  issues: readonly SyncIssue[],
  rows: ReadonlyMap<TableName, readonly Found[]>,
): Promise<readonly string[]> {
  const concerned = new Set<unknown>();
  const note = (row: Fields | null | undefined) => concerned.add(row && fieldOf(row, 'client_id'));
  for (const { table, rowId, ours, server } of issues) {
    if (table === 'clients') concerned.add(rowId);
    note(ours);
    note(server);
  }
  for (const { row } of rows.get('clients') ?? []) concerned.add(row.id);
  for (const { row } of rows.get('events') ?? []) {
    note(row);
    note(row.base);
    for (const id of row.sent?.client_id ?? []) concerned.add(id);
  }
  const ids = [...concerned].filter((id): id is string => typeof id === 'string');
  const stored = await to.store.read('clients', ids);
  return ids.filter((id) => isErased('clients', stored.get(id)?.row ?? {}));
}
