/**
 * The merge: what becomes of a row that was changed here and there. Pure, and it never throws. Invariants: a field that
 * only one side changed keeps that side's value; where both changed it differently the server's value stands and ours
 * becomes a conflict; a server value that this device has sent is our own, and a column that was sent counts as changed
 * by us (560 of 1,000 simulated histories go wrong without), but for one of a record that was made here and left so: who has
 * written over it had seen it; a value that was put back there after ours may have arrived is
 * their change, although it equals the base; a deletion takes along whom a client was merged into. Agreements
 * (over which others a booking may lie) are no conflict: each names the two bookings and their times, so that those of both sides
 * hold beside each other.
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

/** What becomes of a row that was changed on both sides. */
export interface Merged {
  /** The writable columns and `deleted`. */
  readonly values: Fields;
  /** Something of it is still ours to push. */
  readonly pending: boolean;
  readonly conflicts: readonly Conflict[];
}

/** The three versions of a row, and what has left this device of ours. */
export interface MergeInput {
  readonly table: TableName;
  readonly id: string;
  /** The row as the server last had it here; null for a row made here. */
  readonly base: Fields | null;
  readonly server: Fields;
  readonly ours: Fields;
  readonly sent: Sent | null;
  /** Columns of which the server says that they were changed there since the base. */
  readonly changed?: readonly string[];
}

const wasTouched = (sent: Sent | null, group: readonly string[]): boolean =>
  sent !== null && group.some((f) => sent[f] !== undefined);

/**
 * The server's values of this group have all left from here, at one time or another: a version that left had the base's
 * value where nothing was changed yet.
 */
const isOurOwn = (sent: Sent | null, group: readonly string[], server: Fields, base: Fields | null): boolean =>
  sent !== null &&
  wasTouched(sent, group) &&
  group.every((f) => {
    const value = fieldOf(server, f);
    // What never left from here and is not the base's is somebody else's, also beside values of ours.
    return (base !== null && fieldOf(base, f) === value) || (sent[f]?.includes(value) ?? base === null);
  });

/**
 * Somebody else put back there what we started from: a value of ours left, the column was changed since, and the base's value
 * stands, which never left from here. Ours has arrived and was taken back, or they changed it among themselves.
 */
const isPutBack = ({ base, server, sent, changed = [] }: MergeInput, group: readonly string[]): boolean =>
  base !== null && // ★ putBackIsAChange
  changed.some((f) => {
    const left = group.includes(f) ? sent?.[f] : undefined;
    return left !== undefined && sameIn(base, server, [f]) && !left.includes(fieldOf(server, f));
  });

const agreesIn = (table: TableName, group: readonly string[]): boolean =>
  group.every((field) => SHAPES[table].table.columns[field]?.kind === 'agreements'); // ★ joinsAgreements

/** Returns the groups that can be a quarrel; agreements cannot: they say nothing of their own about a booking that is gone. */
const decidable = (table: TableName): readonly (readonly string[])[] =>
  SHAPES[table].groups.filter((group) => !agreesIn(table, group));

const onlyAgreed = (table: TableName, base: Fields | null, ours: Fields, sent: Sent | null): boolean =>
  base !== null && // ★ joinsAgreements
  decidable(table).every((group) => sameIn(base, ours, group) && !wasTouched(sent, group));

/** Who stands for a merged client is read also when that client is deleted: their bookings are shown as the other one's. */
const READ_OF_DELETED: Partial<Readonly<Record<TableName, readonly string[]>>> = { clients: ['merged_into'] };

/** Returns what this side alone has changed of the columns that are read of a deleted row. */
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
    const weKnewItDeleted = base?.deleted === true;
    if ((weKnewItDeleted && !isPutBack(input, ['deleted'])) || sentDeletion(sent)) return mine();
    if (!weKnewItDeleted && onlyAgreed(table, base, ours, sent)) return theirs();
    if (base === null && isAsMade(sent, ours, shape.writable)) return theirs();
    return theirs([{ kind: 'deleted-there', group: null }]);
  }
  if (ours.deleted) {
    const left = allSent(sent);
    const editedThere =
      base === null ||
      decidable(table).some((group) => !sameIn(base, server, group) && !isOurOwn(left, group, server, base)) ||
      [...decidable(table), ['deleted']].some((group) => isPutBack(input, group)) ||
      (base.deleted === true && sent?.deleted === undefined);
    const allIsOurs = base === null && left !== null && shape.groups.every((group) => isOurOwn(left, group, server, base));
    if (!editedThere || allIsOurs)
      return { values: { ...pick(server, shape.writable), ...goingAlong(input), deleted: true }, pending: true, conflicts: [] };
    return theirs([{ kind: 'edited-there', group: null }]);
  }

  const known = base !== null && base.deleted !== true ? base : null;
  const values = pick(server, shape.writable);
  const conflicts: Conflict[] = [];
  let pending = false;
  for (const group of shape.groups) {
    if (sameIn(server, ours, group)) continue;
    const changedHere = known === null ? !isAsMade(sent, ours, group) : !sameIn(ours, known, group) || wasTouched(sent, group);
    if (!changedHere) continue;
    const changedThere = !isOurOwn(sent, group, server, base) && (known === null || !sameIn(server, known, group));
    if (changedThere && agreesIn(table, group)) {
      for (const field of group) {
        values[field] = joinedAgreements(fieldOf(server, field), fieldOf(ours, field), known?.[field], sent?.[field] ?? []);
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
  const left = allSent(sent);
  const ourOwn = server.deleted === true ? sentDeletion(left) : isOurOwn(left, group, server, base);
  const changedThere = (!ourOwn && !same(base, server)) || isPutBack(input, [...group, 'deleted']);
  if (!changedThere || (base === null && server.deleted === true)) return mine();
  return theirs([{ kind: 'set', group: null }]);
}
