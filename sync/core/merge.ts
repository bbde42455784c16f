/**
 * Merges a row that was changed both on this device and on the server. Pure, and it never throws. Invariants:
 * - A field that only one side changed keeps that side's value.
 * - If both sides changed a field differently, the server's value stands and ours becomes a conflict.
 * - A server value that this device has sent is our own, and a column that was sent counts as changed by us. Without this rule
 *   560 of 1,000 simulated histories go wrong. The rule does not hold for a record that was made here and is unchanged since:
 *   anybody who has written over it had seen it.
 * - If a former value was put back on the server after ours may have arrived, that is a change by somebody else, although it
 *   equals the base.
 * - A deletion keeps the client into whom the deleted one was merged.
 * - Agreements to overlaps never conflict: each names two bookings and their times, so those of both sides stand together.
 * - Nor does the name under which a count arrived: it may reach the server twice, by its own device and by whoever took its file over.
 */
import { joinedAgreements } from '#schemas/agreements.ts';
import type { TableName } from '#schemas/registry.ts';
import { carriesSet, type Fields, fieldOf, isErased, pick, type Sent, SHAPES, sameIn } from './columns.ts';
import type { IssueKind } from './issues.ts';
import { allSent, isAsMade } from './sent-values.ts';

/** A difference that a person must decide about. `group`: the columns of one decision; null: the whole row. */
export interface Conflict {
  readonly kind: IssueKind;
  readonly group: readonly string[] | null;
}

/** The result of a merge. */
export interface Merged {
  /** The writable columns and `deleted`. */
  readonly values: Fields;
  /** True if part of the row still has to be pushed. */
  readonly pending: boolean;
  readonly conflicts: readonly Conflict[];
}

/** The three versions of a row, and the values of ours that have left this device. */
export interface MergeInput {
  readonly table: TableName;
  readonly id: string;
  /** The row as the server last had it, as far as this device knows; null for a row made here. */
  readonly base: Fields | null;
  readonly server: Fields;
  readonly ours: Fields;
  readonly sent: Sent | null;
  /** The columns that were changed on the server since the base, by the server's own word. */
  readonly changed?: readonly string[];
}

const wasTouched = (sent: Sent | null, group: readonly string[]): boolean =>
  sent !== null && group.some((f) => sent[f] !== undefined);

/**
 * True if all the server's values of this group come from this device: each was sent at one time or another, or is the base's,
 * which a version carries where nothing was changed yet.
 */
const isOurOwn = (sent: Sent | null, group: readonly string[], server: Fields, base: Fields | null): boolean =>
  sent !== null &&
  wasTouched(sent, group) &&
  group.every((f) => {
    const value = fieldOf(server, f);
    // A value that was never sent from here and is not the base's is somebody else's, even beside values of ours.
    return (base !== null && fieldOf(base, f) === value) || (sent[f]?.includes(value) ?? base === null);
  });

/**
 * True if somebody else put the base's value back: a value of ours was sent, the column was changed since, and the base's value,
 * which was never sent from here, stands. Either ours arrived and was taken back, or others changed it among themselves.
 */
const isPutBack = ({ base, server, sent, changed = [] }: MergeInput, group: readonly string[]): boolean =>
  base !== null && // ★ putBackIsAChange
  changed.some((f) => {
    const sentValues = group.includes(f) ? sent?.[f] : undefined;
    return sentValues !== undefined && sameIn(base, server, [f]) && !sentValues.includes(fieldOf(server, f));
  });

const agreesIn = (table: TableName, group: readonly string[]): boolean =>
  group.every((field) => SHAPES[table].table.columns[field]?.kind === 'agreements'); // ★ joinsAgreements

const namesItsSender = (table: TableName, group: readonly string[]): boolean =>
  table === 'product_revisions' && group.includes('user_id');

/** Returns the groups that can conflict. Agreements cannot: they say nothing of their own about a deleted booking. */
const decidable = (table: TableName): readonly (readonly string[])[] =>
  SHAPES[table].groups.filter((group) => !agreesIn(table, group));

const onlyAgreed = (table: TableName, base: Fields | null, ours: Fields, sent: Sent | null): boolean =>
  base !== null && // ★ joinsAgreements
  decidable(table).every((group) => sameIn(base, ours, group) && !wasTouched(sent, group));

/** `merged_into` is read of a deleted client, too: the bookings of a merged client are shown as those of the other one. */
const READ_OF_DELETED: Partial<Readonly<Record<TableName, readonly string[]>>> = { clients: ['merged_into'] };

/** Returns the columns that only this side has changed, of those that are read of a deleted row. */
function goingAlong({ table, base, server, ours, sent }: MergeInput): Fields {
  const columns = READ_OF_DELETED[table] ?? [];
  const isOurs = (column: string) =>
    base === null || sameIn(base, server, [column]) || isOurOwn(allSent(sent), [column], server, base);
  return pick(
    ours,
    columns.filter((column) => !sameIn(ours, server, [column]) && isOurs(column)),
  );
}

const sentDeletion = (sent: Sent | null): boolean => sent?.deleted?.includes(true) ?? false;

/** Returns the merged row: pure, and it never throws. The caller keeps every conflict in an issue before it writes the row. */
export function merge(input: MergeInput): Merged {
  const { table, id, base, server, ours } = input;
  const { sent } = input; // ★ remembersSent
  const shape = SHAPES[table];
  const theirs = (conflicts: readonly Conflict[] = []): Merged => ({
    values: pick(server, shape.writable),
    pending: false,
    conflicts,
  });
  const mine = (): Merged => ({ values: pick(ours, shape.writable), pending: true, conflicts: [] });

  if (isErased(table, server)) return theirs(); // ★ erasureOutranks
  if (isErased(table, ours)) return mine(); // ★ erasureOutranks
  if (carriesSet(table, id)) return mergeSet(input, sent, theirs, mine); // ★ setsAreOneValue
  if (server.deleted && ours.deleted) {
    const along = goingAlong(input);
    return { ...theirs(), values: { ...pick(server, shape.writable), ...along }, pending: Object.keys(along).length > 0 };
  }
  if (server.deleted) {
    const baseIsDeleted = base?.deleted === true;
    if ((baseIsDeleted && !isPutBack(input, ['deleted'])) || sentDeletion(sent)) return mine();
    if (!baseIsDeleted && onlyAgreed(table, base, ours, sent)) return theirs();
    if (base === null && isAsMade(sent, ours, shape.writable)) return theirs();
    return theirs([{ kind: 'deleted-there', group: null }]);
  }
  if (ours.deleted) {
    const everSent = allSent(sent);
    const editedThere =
      base === null ||
      decidable(table).some((group) => !sameIn(base, server, group) && !isOurOwn(everSent, group, server, base)) ||
      [...decidable(table), ['deleted']].some((group) => isPutBack(input, group)) ||
      (base.deleted === true && sent?.deleted === undefined);
    const allIsOurs =
      base === null && everSent !== null && shape.groups.every((group) => isOurOwn(everSent, group, server, base));
    if (!editedThere || allIsOurs)
      return { values: { ...pick(server, shape.writable), ...goingAlong(input), deleted: true }, pending: true, conflicts: [] };
    return theirs([{ kind: 'edited-there', group: null }]);
  }

  const liveBase = base !== null && base.deleted !== true ? base : null;
  const values = pick(server, shape.writable);
  const conflicts: Conflict[] = [];
  let pending = false;
  for (const group of shape.groups) {
    if (sameIn(server, ours, group) || namesItsSender(table, group)) continue;
    const changedHere =
      liveBase === null ? !isAsMade(sent, ours, group) : !sameIn(ours, liveBase, group) || wasTouched(sent, group);
    if (!changedHere) continue;
    const changedThere = !isOurOwn(sent, group, server, base) && (liveBase === null || !sameIn(server, liveBase, group));
    if (changedThere && agreesIn(table, group)) {
      for (const field of group) {
        values[field] = joinedAgreements(fieldOf(server, field), fieldOf(ours, field), liveBase?.[field], sent?.[field] ?? []);
        pending ||= values[field] !== fieldOf(server, field);
      }
      continue;
    }
    if (changedThere || (!agreesIn(table, group) && isPutBack(input, group))) {
      conflicts.push({ kind: 'field', group });
      continue;
    }
    for (const field of group) values[field] = fieldOf(ours, field);
    pending = true;
  }
  return { values, pending, conflicts };
}

/** A set is one value, and deleted is the empty set: "deleted there" and "edited there" do not apply. */
function mergeSet(
  input: MergeInput,
  sent: Sent | null,
  theirs: (conflicts?: readonly Conflict[]) => Merged,
  mine: () => Merged,
): Merged {
  const { table, base, server, ours } = input;
  const group = SHAPES[table].table.groups[0] ?? [];
  const same = (a: Fields | null, b: Fields): boolean =>
    a !== null && (a.deleted === true) === (b.deleted === true) && (a.deleted === true || sameIn(a, b, group));
  if (same(server, ours)) return theirs();
  const changedHere = !same(base, ours) || wasTouched(sent, group) || sent?.deleted !== undefined;
  if (!changedHere) return theirs();
  const everSent = allSent(sent);
  const ourOwn = server.deleted === true ? sentDeletion(everSent) : isOurOwn(everSent, group, server, base);
  const changedThere = (!ourOwn && !same(base, server)) || isPutBack(input, [...group, 'deleted']);
  if (!changedThere || (base === null && server.deleted === true)) return mine();
  return theirs([{ kind: 'set', group: null }]);
}
