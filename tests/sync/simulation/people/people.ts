/** What people do at a front desk, as changes of rows: each operation looks at what its device holds and decides by chance. */
import type { Saving } from '#domain/stock/stock-count.ts';
import type { SalonRole } from '#schemas/constants.ts';
import type { TableName } from '#schemas/registry.ts';
import type { Fields, StateRow } from '#sync/core/columns.ts';
import { below, chance, pick, type Random, weighted } from '../random.ts';
import { addToCategory, type CategoryHand, nameCategory } from './people-categories.ts';
import { type ClientHand, type Importing, importPart, mergeTwo } from './people-clients.ts';
import { type CountHand, countTogether } from './people-counts.ts';
import { closeDays, type DaysHand, setHours } from './people-days.ts';
import { addAtPrice, bookAtPrice, countInEuro, type MoneyHand, priceAnew, withCurrencies } from './people-money.ts';
import { bookOver, leaveSo, moveOver, type OverlapHand } from './people-overlaps.ts';
import { type PutBackHand, putBackTitle } from './people-put-back.ts';
import { answerRequest, bookWhereAsked, type RequestHand, takeAnswerBack } from './people-requests.ts';
import { bookRoom, leaveRoomSo, moveRoom, setRooms } from './people-rooms.ts';
import { addLeg, bookVisit, moveLegs } from './people-visits.ts';

export interface Change {
  readonly table: TableName;
  readonly id: string;
  readonly change: Fields;
}
export interface Operation {
  readonly name: string;
  readonly changes: readonly Change[];
  /** Names a client whose traces must all go. */
  readonly erases?: string;
  /** Pairs of bookings of which it says that they may lie over each other (`wordOf`). */
  readonly agrees?: readonly string[];
}

/** What the person sees: rows that are not deleted. */
export interface Desk {
  readonly device: string;
  readonly userId: string;
  live(table: TableName): readonly StateRow[];
  row(table: TableName, id: string): StateRow | null;
  /** The role that this device knows of its person. */
  readonly knownRole: SalonRole;
}

/** Every personal value names its client, so that what is left of an erased one can be found anywhere. */
export const markOf = (clientId: string): string => `#${clientId}#`;

const DAY_MS = 86_400_000;
const MONDAY = Date.parse('2026-11-16T00:00:00.000Z');
/** Behind every device's horizon, whatever its clock says. */
const LONG_AGO = Date.parse('2024-06-03T08:00:00.000Z');
const EMPLOYEES = ['ana', 'boris'];
const DATES = ['2026-11-18', '2026-11-19'];

const WEIGHTS = {
  book: 16,
  'book for a new client': 7,
  move: 14,
  edit: 14,
  'edit back': 8,
  cancel: 5,
  delete: 5,
  'replace shifts': 7,
  'replace overrides': 5,
  'refused shifts': 1,
  'count stock': 5,
  rename: 7,
  merge: 2,
  erase: 2,
  // Only profiles that ask for them have them: of overlaps, of visits, of rooms, of counts, of clients, of what is put back, of money,
  // of days, of categories, of requests.
  'book over': 0,
  'move over': 0,
  'leave so': 0,
  'book a visit': 0,
  'move a visit': 0,
  'tear a visit': 0,
  'add to a visit': 0,
  'set rooms': 0,
  'book a room': 0,
  'move to a room': 0,
  'leave the room so': 0,
  'count together': 0,
  'merge two': 0,
  'import a part': 0,
  'put back': 0,
  'count in euro': 0,
  'price anew': 0,
  'add at a price': 0,
  'book at a price': 0,
  'set hours': 0,
  'close days': 0,
  'name a category': 0,
  'add to a category': 0,
  'answer a request': 0,
  'take an answer back': 0,
  'book where customers ask': 0,
  'edit another row': 5,
} as const;
export type OperationName = keyof typeof WEIGHTS;
/** What every run has to show. */
export const OPERATIONS = (Object.keys(WEIGHTS) as OperationName[]).filter((name) => WEIGHTS[name] > 0);

export class People {
  private counter = 0;
  /** Rows that somebody has just touched: the next one often takes the same. */
  private readonly hot: { table: TableName; id: string }[] = [];
  private readonly saves = new Map<string, Saving>();
  private readonly imports = new Map<string, Importing>();
  private readonly shown = new Map<string, readonly string[]>();
  private readonly answered = new Map<string, string>();
  /** Each amount that somebody typed, with its currency. */
  readonly typed = new Set<string>();

  constructor(
    private readonly random: Random,
    private readonly weights: Partial<Record<OperationName, number>> = {},
    private readonly slots: readonly string[] = [],
  ) {}

  /** Null when there is nothing on this desk to do it with. */
  operation(desk: Desk): Operation | null {
    const name = weighted(this.random, { ...WEIGHTS, ...this.weights });
    const made = this.make(name, desk);
    if (made === null) return null;
    for (const { table, id } of made.changes) this.hot.unshift({ table, id });
    this.hot.length = Math.min(this.hot.length, 6);
    return { name, ...made };
  }

  private unique(): string {
    const spaces = chance(this.random, 0.08) ? ' ' : '';
    return `v${++this.counter}${spaces}`;
  }
  private id(desk: Desk, prefix: string): string {
    return `${prefix}-${desk.device}-${++this.counter}`;
  }
  /** Every one is another. */
  private time(): string {
    const far = chance(this.random, 0.03);
    return new Date((far ? LONG_AGO : MONDAY + below(this.random, 12) * DAY_MS) + ++this.counter * 60_000).toISOString();
  }
  private slot(): { start_time: string; end_time: string } {
    const start_time = this.time();
    return { start_time, end_time: new Date(Date.parse(start_time) + 1_800_000).toISOString() };
  }
  private note(desk: Desk, clientId: string | null, own: string): string {
    const erased = clientId !== null && desk.row('clients', clientId)?.erased_at;
    return clientId === null || erased ? own : `${own}${markOf(clientId)}`;
  }
  /** Now and then something that the server refuses. */
  private refused(): Fields {
    if (!chance(this.random, 0.05)) return {};
    return pick(this.random, [{ status: 'lost' }, { price: -1, currency: 'BGN' }]);
  }

  private choose(desk: Desk, table: TableName): StateRow | null {
    for (const { table: hot, id } of this.hot) {
      const row = hot === table && chance(this.random, 0.5) ? desk.row(table, id) : null;
      if (row && !row.deleted) return row;
    }
    const rows = desk.live(table);
    return rows.length > 0 ? pick(this.random, rows) : null;
  }
  private client(desk: Desk): StateRow | null {
    const row = this.choose(desk, 'clients');
    return row && row.erased_at === null ? row : null;
  }

  private make(name: OperationName, desk: Desk): Omit<Operation, 'name'> | null {
    const { random } = this;
    switch (name) {
      case 'book': {
        const clientId = this.client(desk)?.id ?? null;
        return this.booking(desk, clientId, []);
      }
      case 'book for a new client': {
        const good = this.id(desk, 'c');
        const id = chance(random, 0.08) ? `${good}!` : good;
        const change = { first_name: this.unique() + markOf(id), phone: `${this.unique()}${markOf(id)}`.slice(0, 38) };
        return this.booking(desk, id, [{ table: 'clients', id, change }]);
      }
      case 'move': {
        const row = this.choose(desk, 'events');
        if (!row) return null;
        const other = chance(random, 0.5) ? pick(random, EMPLOYEES) : (row.resource_id as string);
        return { changes: [{ table: 'events', id: row.id, change: { resource_id: other, ...this.slot() } }] };
      }
      case 'edit': {
        const row = this.choose(desk, 'events');
        if (!row) return null;
        const clientId = (row.client_id as string | null) ?? null;
        const change = pick(random, [
          () => ({ title: this.unique(), ...this.refused() }),
          () => ({ notes: this.note(desk, clientId, this.unique()) }),
          () => ({ price: ++this.counter / 4, currency: 'BGN' }),
          () => ({ title: this.unique(), status: 'completed' }),
          () => ({ arrived_at: this.time() }),
        ])();
        return { changes: [{ table: 'events', id: row.id, change }] };
      }
      case 'edit back': {
        const table = pick(random, ['events', 'clients', 'products'] as const);
        const row = desk.live(table).find(({ pending, base }) => pending === 1 && base !== null && base.deleted !== true);
        if (!row?.base) return null;
        const { base } = row;
        const changed = Object.keys(base).filter(
          (field) => !['deleted', 'erased_at'].includes(field) && base[field] !== row[field],
        );
        if (changed.length === 0) return null;
        const chosen = chance(random, 0.6) ? changed : [pick(random, changed)];
        const back = withCurrencies(table, chosen, changed);
        return { changes: [{ table, id: row.id, change: Object.fromEntries(back.map((field) => [field, base[field]])) }] };
      }
      case 'cancel': {
        const row = this.choose(desk, 'events');
        return row && { changes: [{ table: 'events', id: row.id, change: { status: pick(random, ['cancelled', 'no-show']) } }] };
      }
      case 'delete': {
        const table = pick(random, ['events', 'events', 'clients', 'products'] as const);
        const row = this.choose(desk, table);
        return row && { changes: [{ table, id: row.id, change: { deleted: true } }] };
      }
      case 'replace shifts':
        return { changes: [this.shifts()] };
      case 'refused shifts': {
        const set = this.shifts();
        // Of an employee whom the server does not know.
        return set.change.deleted === true ? null : { changes: [{ ...set, change: { ...set.change, resource_id: 'nobody' } }] };
      }
      case 'replace overrides':
        return { changes: [this.overrides()] };
      case 'count stock': {
        const row = this.choose(desk, 'products');
        if (!row)
          return {
            changes: [
              { table: 'products', id: this.id(desk, 'p'), change: { name: this.unique(), quantity: below(random, 50) } },
            ],
          };
        const old_quantity = Math.max(0, row.quantity as number);
        const new_quantity = ++this.counter;
        const counted = { old_quantity, new_quantity, difference: new_quantity - old_quantity, user_id: desk.userId };
        return {
          changes: [
            { table: 'products', id: row.id, change: { quantity: chance(random, 0.05) ? -1 : new_quantity } },
            { table: 'product_revisions', id: this.id(desk, 'r'), change: { product_id: row.id, ...counted } },
          ],
        };
      }
      case 'rename': {
        const row = this.client(desk);
        if (!row) return null;
        const field = pick(random, ['first_name', 'last_name', 'phone', 'notes']);
        const value = `${this.unique()}${markOf(row.id)}`.slice(0, 38);
        return { changes: [{ table: 'clients', id: row.id, change: { [field]: value } }] };
      }
      case 'merge': {
        const loser = this.client(desk);
        const winner = this.client(desk);
        if (!loser || !winner || loser.id === winner.id) return null;
        // Reading follows it: nothing else is written (src/domain/people/merged-clients.ts).
        return { changes: [{ table: 'clients', id: loser.id, change: { merged_into: winner.id } }] };
      }
      case 'erase': {
        const row = this.client(desk);
        const change = { erased_at: '2026-11-18T08:40:00.000Z' };
        return row && { changes: [{ table: 'clients', id: row.id, change }], erases: row.id };
      }
      case 'book over':
        return bookOver(desk, this.hand(desk));
      case 'move over':
        return moveOver(desk, this.hand(desk));
      case 'leave so':
        return leaveSo(desk, this.hand(desk));
      case 'book a visit':
        return bookVisit(this.hand(desk));
      case 'move a visit':
        return moveLegs(desk, this.hand(desk), false);
      case 'tear a visit':
        return moveLegs(desk, this.hand(desk), true);
      case 'add to a visit':
        return addLeg(desk, this.hand(desk));
      case 'set rooms':
        return setRooms(desk, this.hand(desk));
      case 'book a room':
        return bookRoom(desk, this.hand(desk));
      case 'move to a room':
        return moveRoom(desk, this.hand(desk));
      case 'leave the room so':
        return leaveRoomSo(desk, this.hand(desk));
      case 'count together':
        return countTogether(desk, this.hand(desk));
      case 'merge two':
        return mergeTwo(desk, this.hand(desk));
      case 'import a part':
        return importPart(desk, this.hand(desk));
      case 'put back':
        return putBackTitle(desk, this.hand(desk));
      case 'count in euro':
        return countInEuro(desk, this.hand(desk));
      case 'price anew':
        return priceAnew(desk, this.hand(desk));
      case 'add at a price':
        return addAtPrice(desk, this.hand(desk));
      case 'book at a price':
        return bookAtPrice(desk, this.hand(desk));
      case 'set hours':
        return setHours(desk, this.hand(desk));
      case 'close days':
        return closeDays(desk, this.hand(desk));
      case 'name a category':
        return nameCategory(desk, this.hand(desk));
      case 'add to a category':
        return addToCategory(desk, this.hand(desk));
      case 'answer a request':
        return answerRequest(desk, this.hand(desk));
      case 'take an answer back':
        return takeAnswerBack(desk, this.hand(desk));
      case 'book where customers ask':
        return bookWhereAsked(this.hand(desk));
      case 'edit another row': {
        const table = pick(random, ['services', 'products', 'resources', 'employee_groups'] as const);
        const row = this.choose(desk, table);
        if (row && table === 'services' && chance(random, 0.2))
          return { changes: [{ table, id: row.id, change: { price: -5 } }] };
        return { changes: [{ table, id: row?.id ?? this.id(desk, 'x'), change: { name: this.unique() } }] };
      }
    }
  }

  /** What the people of the other files need of this one. */
  private hand(
    desk: Desk,
  ): CategoryHand & ClientHand & CountHand & DaysHand & MoneyHand & OverlapHand & PutBackHand & RequestHand {
    const { random, saves, imports, shown, typed, answered, slots } = this;
    return {
      random,
      saves,
      imports,
      shown,
      typed,
      answered,
      slots,
      next: () => ++this.counter,
      id: (prefix) => this.id(desk, prefix),
      employees: EMPLOYEES,
    };
  }

  private booking(desk: Desk, clientId: string | null, before: readonly Change[]): Omit<Operation, 'name'> {
    const notes = chance(this.random, 0.4) ? this.note(desk, clientId, this.unique()) : null;
    const change = {
      ...{ resource_id: pick(this.random, EMPLOYEES), service_id: chance(this.random, 0.5) ? 'cut' : null, client_id: clientId },
      ...this.slot(),
      ...{ title: this.unique(), notes, status: 'booked', price: 25, currency: 'BGN' },
      ...this.refused(),
    };
    return { changes: [...before, { table: 'events', id: this.id(desk, 'e'), change }] };
  }

  private hour(from: number): string {
    const minute = String(++this.counter % 60).padStart(2, '0');
    return `${String(from).padStart(2, '0')}:${minute}`;
  }

  private shifts(): Change {
    const resource_id = pick(this.random, EMPLOYEES);
    const weekday = below(this.random, 2);
    const id = `${resource_id}/${weekday}/0`;
    const set = Array.from({ length: below(this.random, 4) }, (_, n) => [this.hour(7 + 4 * n), this.hour(10 + 4 * n)] as const);
    if (!set[0]) return { table: 'employee_weekly_shifts', id, change: { deleted: true } };
    const [start_time, end_time] = set[0];
    const change = { resource_id, weekday, start_time, end_time, intervals: JSON.stringify(set), deleted: false };
    return { table: 'employee_weekly_shifts', id, change };
  }

  private overrides(): Change {
    const resource_id = pick(this.random, EMPLOYEES);
    const date = pick(this.random, DATES);
    const id = `${resource_id}/${date}/0`;
    const set = Array.from(
      { length: below(this.random, 4) },
      (_, n) => [this.hour(7 + 4 * n), this.hour(10 + 4 * n), pick(this.random, ['time_off', 'additional_shift'])] as const,
    );
    const [first] = set;
    if (!first) return { table: 'employee_day_overrides', id, change: { deleted: true } };
    const [start_time, end_time, type] = first;
    const change = { resource_id, date, type, start_time, end_time, intervals: JSON.stringify(set), deleted: false };
    return { table: 'employee_day_overrides', id, change };
  }
}
