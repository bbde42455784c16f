/**
 * The line's history and the receipt after an outage ("12 sent, 1 needs you"). Promises: an outage has one receipt, however
 * many tabs and rounds caught up (all of it is one document, written by compare-and-set); a row counts once, however often
 * it was sent; the receipt survives a reload, until it is dismissed or a later outage replaces it.
 */

import { combineLatest, distinctUntilChanged, map, type Observable, Subject } from 'rxjs';
import type { TableName } from '#schemas/registry.ts';
import { SHAPES, sameIn } from '#sync/core/columns.ts';
import { decisionsIn } from '#sync/core/decisions.ts';
import type { SyncIssue } from '#sync/core/issues.ts';
import { type Clock, isoOf } from '#sync/machine/clock.ts';
import type { DocStore } from '#sync/storage/stores.ts';
import type { AppliedChange } from '#sync/writes/apply-remote.ts';
import type { IssueBook } from '#sync/writes/issue-book.ts';

/** The account of an outage, told once the device has caught up. */
export interface Receipt {
  readonly id: string;
  /** Device clock, ISO UTC: when everything had been caught up. */
  readonly at: string;
  readonly offlineSince: string;
  /** Rows of this device that the server took. */
  readonly sent: number;
  /** Changes of others that arrived. */
  readonly received: number;
  /** Decisions that it left and that are still open. */
  readonly needsYou: number;
}

/** Device clock, ISO UTC. */
export interface Outage {
  readonly from: string;
  readonly to: string;
}

interface OpenOutage {
  readonly since: string;
  /** A person wrote during it. */
  readonly wrote: boolean;
  readonly sent: Readonly<Record<string, true>>;
  readonly received: number;
  /** Issues that there were before it. */
  readonly issuesBefore: readonly string[];
}

interface StoredReceipt extends Omit<Receipt, 'needsYou'> {
  readonly issues: readonly string[];
}

/** The local document of the line: the outage that goes on, the last one, and the receipt that stands. */
export interface LineHistory {
  readonly outage: OpenOutage | null;
  readonly last: Outage | null;
  readonly receipt: StoredReceipt | null;
}

const LINE_DOCUMENT = 'sync-line';
const BLANK: LineHistory = { outage: null, last: null, receipt: null };

/** An outage that a person noticed without writing in it. */
const LONG_MS = 120_000;
/** Overlaps are worked out from the rows, after the round that brought them. */
const AFTERWARDS_MS = 60_000;

/** Counts what an outage changes, across tabs and reloads. */
export interface Receipts {
  /** Returns the history of the line, as of the last news. */
  readonly known: () => LineHistory;
  /** Another outage or receipt stands than before, also by another tab. */
  readonly changed$: Observable<void>;
  readonly receipt$: Observable<Receipt | null>;
  /** A round found no line or no server. */
  lost(): Promise<void>;
  wrote(): Promise<void>;
  sent(rows: readonly { readonly table: TableName; readonly id: string }[]): Promise<void>;
  /** Counted in memory until `flush`. */
  received(rows: readonly AppliedChange[]): void;
  flush(): Promise<void>;
  issuesRaised(issues: readonly SyncIssue[]): Promise<void>;
  /** Everything has been caught up. */
  caughtUp(): Promise<void>;
  dismiss(): Promise<void>;
  close(): void;
}

const isForeign = ({ table, before, after }: AppliedChange): boolean =>
  before === null || after === null ? before !== after : !sameIn(before, after, SHAPES[table].all);

/** Returns the receipts of this device. @throws what the storage threw */
export async function receiptsOf(docs: DocStore, issues: Pick<IssueBook, 'list' | 'all$'>, clock: Clock): Promise<Receipts> {
  let history = (await docs.read<LineHistory>(LINE_DOCUMENT)) ?? BLANK;
  let arrived = 0;
  const changed$ = new Subject<void>();
  const history$ = docs.watch<LineHistory>(LINE_DOCUMENT).pipe(map((read) => read ?? BLANK));
  const watching = history$.subscribe((read) => {
    history = read;
    changed$.next();
  });
  const change = async (edit: (stored: LineHistory) => LineHistory | null): Promise<void> => {
    const saved = await docs.update<LineHistory>(LINE_DOCUMENT, (stored) => edit(stored ?? BLANK));
    if (saved === null) return;
    history = saved;
    changed$.next();
  };
  const inOutage = (edit: (outage: OpenOutage) => OpenOutage): Promise<void> =>
    history.outage === null
      ? Promise.resolve()
      : change((stored) => (stored.outage === null ? null : { ...stored, outage: edit(stored.outage) }));
  const issuesRaised = (raised: readonly SyncIssue[]): Promise<void> =>
    change((stored) => {
      const { receipt } = stored;
      if (receipt === null || Math.abs(clock.now() - Date.parse(receipt.at)) > AFTERWARDS_MS) return null;
      // One that comes back, its decision undone, is there already.
      const more = raised.map(({ id }) => id).filter((id) => !receipt.issues.includes(id));
      return more.length === 0 ? null : { ...stored, receipt: { ...receipt, issues: [...receipt.issues, ...more] } };
    });

  return {
    known: () => history,
    changed$,
    receipt$: combineLatest([history$, issues.all$]).pipe(
      map(([{ receipt }, open]): Receipt | null => {
        if (receipt === null) return null;
        const { issues: issueIds, ...rest } = receipt;
        const ids = new Set(issueIds);
        return { ...rest, needsYou: decisionsIn(open.filter(({ id }) => ids.has(id))) };
      }),
      distinctUntilChanged((a, b) => JSON.stringify(a) === JSON.stringify(b)),
    ),
    async lost() {
      if (history.outage !== null) return;
      const issuesBefore = (await issues.list()).map(({ id }) => id);
      const outage: OpenOutage = { since: isoOf(clock), wrote: false, sent: {}, received: 0, issuesBefore };
      await change((stored) => (stored.outage === null ? { ...stored, outage } : null));
    },
    async wrote() {
      if (history.outage === null || history.outage.wrote) return;
      await inOutage((outage) => ({ ...outage, wrote: true }));
    },
    async sent(rows) {
      if (rows.length === 0) return;
      const keys = Object.fromEntries(rows.map(({ table, id }) => [`${table}/${id}`, true as const]));
      await inOutage((outage) => ({ ...outage, sent: { ...outage.sent, ...keys } }));
    },
    received(rows) {
      if (history.outage !== null) arrived += rows.filter(isForeign).length;
    },
    async flush() {
      const more = arrived;
      arrived = 0;
      if (more > 0) await inOutage((outage) => ({ ...outage, received: outage.received + more }));
    },
    issuesRaised,
    async caughtUp() {
      if (history.outage === null) return;
      const before = new Set(history.outage.issuesBefore);
      const newIssues = async () => (await issues.list()).filter(({ id }) => !before.has(id));
      const newIds = (await newIssues()).map(({ id }) => id);
      await change((stored) => {
        const { outage } = stored;
        if (outage === null) return null;
        const at = isoOf(clock);
        const sent = Object.keys(outage.sent).length;
        const long = outage.wrote || clock.now() - Date.parse(outage.since) > LONG_MS;
        const worthTelling = long && sent + outage.received + newIds.length > 0;
        const receipt = {
          id: `${outage.since}/${at}`,
          at,
          offlineSince: outage.since,
          sent,
          received: outage.received,
          issues: newIds,
        };
        return { outage: null, last: { from: outage.since, to: at }, receipt: worthTelling ? receipt : stored.receipt };
      });
      // What was raised since they were listed found no receipt to stand in.
      await issuesRaised(await newIssues());
    },
    dismiss: () => change((stored) => (stored.receipt === null ? null : { ...stored, receipt: null })),
    close() {
      watching.unsubscribe();
      changed$.complete();
    },
  };
}
