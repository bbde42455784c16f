/**
 * Devices of one salon against the real functions on a real PostgreSQL: each request is one transaction as the person
 * signed in on that device, as PostgREST makes it.
 */
import type postgres from 'postgres';
import { TABLE_NAMES, type TableName } from '#schemas/registry.ts';
import {
  type Channel,
  type ChecksumAnswer,
  type PullAnswer,
  type PushAnswer,
  type ReadEventsAnswer,
  ServerError,
  type SyncServer,
} from '#sync/server/server.ts';
import type { Database, Person } from '../database/support/database.ts';
import { Device } from './devices.ts';

const SILENT: Channel = { rejoin: () => undefined, close: () => undefined };

/** As PostgREST turns a SQLSTATE into a status. */
function statusOf(code: string): number {
  if (/^PT\d{3}$/.test(code)) return Number(code.slice(2));
  if (code === '42501') return 403;
  if (/^(22|23|P0001)/.test(code)) return 400;
  return 500;
}

async function answered<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    const { code, hint, message } = error as { code?: string; hint?: string; message: string };
    if (typeof code !== 'string') throw error;
    throw new ServerError(statusOf(code), code, hint ?? null, message);
  }
}

/** The server as that person's device reaches it. `limit` overrides the page's size. */
export function sqlServer(database: Database, person: Person, limit?: number): SyncServer {
  const ask = <T>(query: (sql: postgres.TransactionSql) => Promise<readonly postgres.Row[]>): Promise<T> =>
    answered(database.as(person, async (sql) => (await query(sql))[0]?.answer as T));
  const json = (sql: postgres.TransactionSql, value: unknown) => sql.json(value as postgres.JSONValue);
  return {
    push: (salonId, changes, epoch, _signal, request) =>
      ask<PushAnswer>(
        (sql) => sql`select push_changes(${salonId}, ${json(sql, changes)}, ${epoch}, ${request ?? null}) as answer`,
      ),
    pull: (salonId, cursors, pageSize, horizon, _signal, request) =>
      ask<PullAnswer>(
        (sql) =>
          sql`select pull_changes(${salonId}, ${json(sql, cursors)}, ${limit ?? pageSize}, ${horizon}, ${request ?? null}) as answer`,
      ),
    readEvents: (salonId, from, to, clientId, _signal, request) =>
      ask<ReadEventsAnswer>(
        (sql) => sql`select read_events(${salonId}, ${from}, ${to}, ${clientId}, ${request ?? null}) as answer`,
      ),
    checksums: (salonId, tables, _signal, request) =>
      ask<ChecksumAnswer>((sql) => sql`select replica_checksums(${salonId}, ${json(sql, tables)}, ${request ?? null}) as answer`),
    channel: () => SILENT,
  };
}

export class Salon {
  readonly devices: Device[] = [];
  readonly people = new Map<string, Person>();

  private constructor(
    readonly database: Database,
    readonly id: number,
    readonly owner: Person,
  ) {}

  /** A salon with the employees Ана and Борис and one service. */
  static async open(database: Database): Promise<Salon> {
    const { owner, salonId } = await database.salon();
    const salon = new Salon(database, salonId, owner);
    await database.push(owner, salonId, [
      { table: 'resources', id: 'ana', doc: { name: 'Ана' } },
      { table: 'resources', id: 'boris', doc: { name: 'Борис' } },
      { table: 'services', id: 'cut', doc: { name: 'Подстригване', duration: 30, price: 25 } },
    ]);
    return salon;
  }

  /** Without `person` it is a manager's, each time another's. */
  async device(name: string, options: { page?: number; person?: Person } = {}): Promise<Device> {
    const { page, person = await this.database.member(this.id) } = options;
    this.people.set(name, person);
    const device = await new Device(name, this.id, Math.random, sqlServer(this.database, person, page)).open();
    this.devices.push(device);
    return device;
  }

  async settled(rounds = 12): Promise<void> {
    for (let round = 0; round < rounds; round++) {
      for (const device of this.devices) await device.sync();
      const head = await this.head();
      if (this.devices.every((device) => device.pending.length === 0 && device.status.rev >= head)) return;
    }
  }

  async head(): Promise<number> {
    const [row] = await this.database.sql`select rev from sync_heads where salon_id = ${this.id}`;
    return row?.rev as number;
  }

  /** Rows as they travel, deleted ones too. */
  async rows(table: TableName): Promise<Record<string, unknown>[]> {
    const [row] = await this.database.as(
      this.owner,
      (sql) =>
        sql`select coalesce(json_agg(to_json(w) order by w.id), '[]') as rows from ${sql(`wire.${table}`)} w where salon_id = ${this.id}`,
    );
    return row?.rows as Record<string, unknown>[];
  }

  async row(table: TableName, id: string): Promise<Record<string, unknown> | undefined> {
    return (await this.rows(table)).find((row) => row.id === id);
  }

  /** What differs between a device and the database, as text; empty when nothing does. */
  async differences(device: Device): Promise<string[]> {
    const found: string[] = [];
    for (const table of TABLE_NAMES) {
      const there = new Map((await this.rows(table)).filter((row) => !row.deleted).map((row) => [row.id as string, row]));
      for (const here of device.rows(table)) {
        if (here.rev === 0 && here.pending === 0) continue;
        const row = there.get(here.id);
        there.delete(here.id);
        if (!row) found.push(`${device.name}: ${table}/${here.id} is not there`);
        else
          for (const [column, value] of Object.entries(row))
            if ((here[column] ?? null) !== value)
              found.push(`${device.name}: ${table}/${here.id}.${column}: ${here[column]} ≠ ${value}`);
      }
      for (const id of there.keys()) found.push(`${device.name}: ${table}/${id} is missing here`);
    }
    return found;
  }
}
