/** A server in the page: what a first sync asks, answered without a line, so that the bench of the replica measures the replica. */
import { TABLE_NAMES, type TableName } from '#schemas/registry.ts';
import type { Cursor, PulledTable, SyncServer } from '#sync/server/server.ts';
import type { ClientRow, EventRow } from './adapter.ts';

/** As the SQL functions name the end of a table. */
const END = '~';
const REV = 1;

const comesAfter = (id: string, [rev, last]: Cursor): boolean => REV > rev || (REV === rev && id > last);

/** @param rows in the order of their ids */
function pageOf(rows: readonly (EventRow | ClientRow)[], after: Cursor, limit: number): PulledTable {
  const first = rows.findIndex(({ id }) => comesAfter(id, after));
  const page = first < 0 ? [] : rows.slice(first, first + limit);
  const more = first >= 0 && first + limit < rows.length;
  return { rows: page as unknown as PulledTable['rows'], more, cursor: more ? [REV, page.at(-1)?.id ?? END] : [REV, END] };
}

/** @param held what the server has; asked anew for each answer */
export function pageServer(held: () => { events: readonly EventRow[]; clients: readonly ClientRow[] }): SyncServer {
  const notAsked = () => Promise.reject(new Error('the bench asks no such thing'));
  return {
    async pull(salon_id, cursors, limit, _horizon, _signal, request) {
      const { events, clients } = held();
      const rowsOf = (name: TableName) => (name === 'events' ? events : name === 'clients' ? clients : []);
      const tables = Object.fromEntries(TABLE_NAMES.map((name) => [name, pageOf(rowsOf(name), cursors[name] ?? [0, ''], limit)]));
      return { salon_id, request, head: REV, purged_rev: 0, epoch: 'bench', tables };
    },
    async readEvents(salon_id, from, to, _client, _signal, request) {
      const events = held().events.filter(({ start_time, end_time }) => start_time < to && end_time > from);
      const referred = new Set(events.map(({ client_id }) => client_id));
      const clients = held().clients.filter(({ id }) => referred.has(id));
      return { salon_id, request, events, clients, services: [], resources: [] };
    },
    push: notAsked,
    checksums: notAsked,
    channel: () => ({ rejoin: () => undefined, close: () => undefined }),
  };
}
