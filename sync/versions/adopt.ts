/**
 * Adopts what another local schema version of this replica holds into the open one: after an update of the app, or on the way back.
 * Promises: what is a person's (unsent and refused rows, issues, other documents) is moved by steps of its rows once in
 * effect, whenever this breaks off; nothing of a version that another window has open is moved or deleted; a version is deleted
 * only when nothing of a person's is left in it and nothing of it is still to be copied (copy-settled.ts).
 */
import { TABLE_NAMES, type TableName } from '#schemas/registry.ts';
import { type Fields, fieldOf, isErased, type StateRow } from '#sync/core/columns.ts';
import { forkOf } from '#sync/core/history-name.ts';
import type { SyncIssue } from '#sync/core/issues.ts';
import { rebuilt, type StepContext } from '#sync/core/row-state.ts';
import { allSent } from '#sync/core/sent-values.ts';
import { BLANK_STATE, STATE_DOCUMENT, type SyncState } from '#sync/core/sync-state.ts';
import { isoOf } from '#sync/machine/clock.ts';
import type { DocStore } from '#sync/storage/stores.ts';
import { applySteps, type WriteContext } from '#sync/writes/apply-steps.ts';
import { wipeClient } from '#sync/writes/erasure.ts';
import { besideOthers, type IssueMap, STRANGE_ISSUES_DOCUMENT } from '#sync/writes/issue-book.ts';
import { adoptedWhole, isPersons, mayBePersons, rowInThisVersion } from './adopt-row.ts';
import { stateOf, versionBeingCopied } from './copy-settled.ts';
import { IDENTITY_DOCUMENT } from './identity.ts';
import {
  BOOKS,
  deleteVersion,
  documentsById,
  eachPage,
  forgetLocalDocuments,
  forgetRows,
  issuesIn,
  type LocalDocument,
  type LocalVersion,
  localDocuments,
  pendingOf,
  type RawDocument,
  unsentIn,
  versionsBeside,
} from './other-versions.ts';
import type { VersionHolds } from './version-holds.ts';

/**
 * All that taking over from other local schema versions works with: what writes in the own version, and the holds that say which version no
 * window has open.
 */
export interface Adopting extends WriteContext {
  readonly userId: string;
  readonly salonId: number;
  readonly docs: DocStore;
  readonly holds: VersionHolds;
}

const stepContextOf = ({ salonId, clock }: Adopting, horizon: string | null): StepContext => ({
  salonId,
  at: isoOf(clock),
  horizon,
});

/**
 * Moves what is a person's out of every other version that no window has open, and deletes those versions; not one with unsent
 * rows of a table that this version does not know. While a version is being copied it stays, and only what its indexes and
 * its issues name is moved: that is quick. Returns whether anything was moved.
 */
export async function takeOver(to: Adopting): Promise<boolean> {
  let moved = false;
  for (const version of await versionsBeside(to.userId, to.salonId)) {
    await to.holds.whileFree(version.name, async (stillFree) => {
      const copied = version.name === (await versionBeingCopied(to.docs));
      const look = () => personsOf(to, version, copied ? namedIn : everyPage);
      for (let found = await look(); found !== null; found = await look()) {
        moved = true;
        await move(to, version, found);
      }
      const since = to.clock.now();
      if (!copied && (await isEmptied(version.name))) await deleteVersion(version.databases, () => stillFree(since));
    });
  }
  return moved;
}

/** The engine's own, which no person has written. */
const isNobodys = (documentId: string): boolean => documentId === STATE_DOCUMENT || documentId === IDENTITY_DOCUMENT;

/** Nothing of a person's is there any more, as far as indexes tell; in a table that this version does not know either. */
const isEmptied = async (version: string): Promise<boolean> =>
  (await unsentIn(version)).count === 0 && (await localDocuments(version)).every(({ id }) => isNobodys(id));

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

type Pages = (version: string, table: TableName, issues: readonly SyncIssue[], take: TakePage) => Promise<void>;
type TakePage = (documents: readonly RawDocument[]) => Promise<void>;

const everyPage: Pages = (version, table, _issues, take) => eachPage(version, table, take);

/** Unsent rows, and the refused ones of which an issue speaks. */
async function namedIn(version: string, table: TableName, issues: readonly SyncIssue[], take: TakePage): Promise<void> {
  const pending = await pendingOf(version, table);
  const pendingIds = new Set(pending.map(({ id }) => id));
  const refusedIds = new Set(issues.flatMap(({ table: of, rowId }) => (of === table && !pendingIds.has(rowId) ? [rowId] : [])));
  await take([...pending, ...(refusedIds.size > 0 ? await documentsById(version, table, [...refusedIds]) : [])]);
}

/** Earlier versions kept overlaps, and which of them were left so; now both follow from the rows. */
const NOT_KEPT_ANY_MORE: readonly string[] = ['kept-overlaps'];

/** Into the book; or aside, where this version knows nothing of the table. */
async function takeIssues(to: Adopting, issues: readonly SyncIssue[]): Promise<void> {
  const isKnown = ({ table }: SyncIssue) => TABLE_NAMES.includes(table);
  await to.issues.change(issues.filter(isKnown), []);
  const strange = issues.filter((issue) => !isKnown(issue));
  if (strange.length === 0) return;
  await to.docs.update<IssueMap>(STRANGE_ISSUES_DOCUMENT, (stored) => {
    const aside: Record<string, SyncIssue> = { ...stored?.issues };
    for (const issue of strange) {
      const placed = besideOthers(aside, issue);
      aside[placed.id] = placed;
    }
    return { issues: aside };
  });
}

/** Null when nothing of a person's is left there, as far as `pages` sees. */
async function personsOf(to: Adopting, { name }: LocalVersion, pages: Pages): Promise<Persons | null> {
  const documents = (await localDocuments(name)).filter(({ id }) => !isNobodys(id));
  const issues = issuesIn(documents);
  const rows = new Map<TableName, Found[]>();
  for (const table of TABLE_NAMES)
    await pages(name, table, issues, async (page) => {
      for (const document of page.filter(mayBePersons)) {
        const row = rowInThisVersion(table, to.salonId, document);
        if (row && isPersons(row)) rows.set(table, [...(rows.get(table) ?? []), { document, row }]);
      }
    });
  if (documents.length === 0 && rows.size === 0) return null;
  return {
    state: stateOf(await localDocuments(name)),
    issues,
    rows,
    others: documents.filter(({ id }) => !BOOKS.includes(id) && !NOT_KEPT_ANY_MORE.includes(id)),
    documents,
  };
}

/**
 * A replica that belongs to no history yet belongs to that of what it takes over: its next look at the server tells whether
 * the revisions of these rows still count there.
 */
const inHistoryOf = (to: Adopting, { epoch }: SyncState): Promise<SyncState | null> =>
  to.docs.update<SyncState>(STATE_DOCUMENT, (current) => {
    const { seen, epoch: ownEpoch, rebuild } = { ...BLANK_STATE, ...current };
    return epoch !== null && ownEpoch === null && seen < 0 && rebuild === null ? { ...BLANK_STATE, ...current, epoch } : null;
  });

/** All of it is here before any of it is forgotten there. */
async function move(to: Adopting, { name }: LocalVersion, { state, issues, rows, others, documents }: Persons): Promise<void> {
  const present = await inHistoryOf(to, state);
  const otherHistory = state.epoch !== null && present !== null && present.epoch !== null && state.epoch !== present.epoch;
  const leftHistories = [...(state.rebuild?.left ?? []), ...(state.epoch === null ? [] : [state.epoch])];
  const historyChanged = otherHistory || (state.rebuild?.historyChanged ?? false);
  const fork = historyChanged ? forkOf(leftHistories, present?.epoch ?? null) : null;
  const stepContext = stepContextOf(to, present?.horizon ?? state.horizon);
  await takeIssues(to, issues);
  for (const { id, value } of others) await to.docs.update(id, (current) => (current === null ? value : null));
  for (const [table, found] of rows) {
    const byId = new Map(found.map((entry) => [entry.row.id, entry]));
    await applySteps(to, 'server', table, [...byId.keys()], (cur, id) => {
      const entry = byId.get(id);
      if (!entry) return { kind: 'keep' };
      const step = fork ? rebuilt(stepContext, table, entry.row, fork) : null;
      const row = step?.kind === 'put' ? step.row : entry.row;
      return adoptedWhole(stepContext, table, cur, row, entry.document);
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
  to: Adopting,
  issues: readonly SyncIssue[],
  rows: ReadonlyMap<TableName, readonly Found[]>,
): Promise<readonly string[]> {
  const clientIds = new Set<unknown>();
  const note = (row: Fields | null | undefined) => clientIds.add(row && fieldOf(row, 'client_id'));
  for (const { table, rowId, ours, server } of issues) {
    if (table === 'clients') clientIds.add(rowId);
    note(ours);
    note(server);
  }
  for (const { row } of rows.get('clients') ?? []) clientIds.add(row.id);
  for (const { row } of rows.get('events') ?? []) {
    note(row);
    note(row.base);
    for (const id of allSent(row.sent)?.client_id ?? []) clientIds.add(id);
  }
  const ids = [...clientIds].filter((id): id is string => typeof id === 'string');
  const stored = await to.store.read('clients', ids);
  return ids.filter((id) => isErased('clients', stored.get(id)?.row ?? {}));
}
