/**
 * What must hold when a history has healed: every acknowledged write is on the server or among the issues, every device
 * equals the server, nothing is pending, no conflict was with oneself, and of an erased client nothing is left.
 */
import type { TableName } from '#schemas/registry.ts';
import { SHAPES } from '#sync/columns.ts';
import type { Device, World } from './devices.ts';
import type { HistoryOptions } from './history.ts';

/** One column's value as a person wrote it on one device. */
export interface Written {
  readonly at: number;
  readonly device: Device;
  readonly table: TableName;
  readonly id: string;
  readonly field: string;
  readonly value: unknown;
  trivial: boolean;
}

export const TABLES_USED: readonly TableName[] = ['clients', 'employee_weekly_shifts', 'events'];

export function violationsOf(
  devices: readonly Device[],
  { server }: World,
  writes: readonly Written[],
  options: HistoryOptions,
): string[] {
  const found: string[] = [];
  for (const device of devices) {
    for (const fault of device.faults) found.push(`FAULT ${device.name} ${String(fault)}`);
    for (const row of device.pending) found.push(`PENDING ${device.name} ${row.id} ${JSON.stringify(row)}`);
    for (const table of TABLES_USED) {
      const here = new Map(
        device
          .rows(table)
          .filter((row) => !row.deleted && row.rev > 0)
          .map((row) => [row.id, row]),
      );
      for (const [key, row] of server.rows) {
        if (!key.startsWith(`${table}/`) || row.deleted) continue;
        const mine = here.get(row.id);
        if (!mine) found.push(`ABSENT ${device.name} ${key}`);
        else
          for (const field of SHAPES[table].writable)
            if ((mine[field] ?? null) !== (row[field] ?? null) && !(row[field] === undefined))
              found.push(`DIFFERS ${device.name} ${key}.${field}: ${mine[field]} ≠ ${row[field]} (rev ${mine.rev}, ${row.rev})`);
        here.delete(row.id);
      }
      for (const id of here.keys()) found.push(`ZOMBIE ${device.name} ${table}/${id}`);
    }
  }
  // A first version that arrives when its row has been purged meanwhile makes it anew: that conflict is honest.
  for (const device of options.purges ? [] : devices)
    for (const issue of device.issues) {
      // After an erasure the values that have left are forgotten with the note.
      if (options.erasures && issue.group?.includes('notes')) continue;
      const own = issue.group?.every((field) => {
        const wrote = (server.history.get(`${issue.table}/${issue.rowId}/${field}`) ?? []).filter(
          ({ value }) => value === (issue.server?.[field] ?? null),
        );
        return wrote.length > 0 && wrote.every(({ who }) => who === device.name);
      });
      if (issue.kind === 'field' && own) found.push(`OWN ${device.name} ${issue.id}: a conflict with what it wrote itself`);
    }
  if (options.restores) return found;
  writes.forEach((written, at) => {
    const { device, table, id, field, value } = written;
    if (written.trivial) return;
    const superseded = writes
      .slice(at + 1)
      .some(
        (later) =>
          later.device === device &&
          later.table === table &&
          later.id === id &&
          (later.field === field ||
            (later.field === 'deleted' && later.value === true) ||
            (field === 'deleted' && value === true)),
      );
    if (superseded) return;
    if (options.erasures && (table === 'clients' || field === 'notes' || field === 'client_id')) return;
    if (table === 'employee_weekly_shifts' && field !== 'intervals' && field !== 'deleted') return;
    const history = server.history.get(`${table}/${id}/${field}`) ?? [];
    const stood = history.some((entry, n) => {
      const next = history[n + 1];
      return entry.value === value && (entry.at >= written.at || !next || next.at >= written.at);
    });
    if (stood) return;
    if (field === 'deleted' && value === true && history.length === 0) return;
    if (device.issues.some((issue) => issue.table === table && issue.rowId === id && (issue.ours?.[field] ?? null) === value))
      return;
    if (
      table === 'employee_weekly_shifts' &&
      device.issues.some((issue) => issue.rowId === id && issue.ours?.deleted === true && value === true)
    )
      return;
    found.push(`LOST ${device.name} ${table}/${id}.${field} = ${String(value)}; there: ${JSON.stringify(history)}`);
  });
  return found;
}

/** Where a name or a note of an erased client still stands. */
export function leaksOf(devices: readonly Device[], { server }: World, erased: ReadonlySet<string>): string[] {
  const found: string[] = [];
  for (const id of erased) {
    const mark = `#${id}#`;
    const there = server.row('clients', id);
    if (there && !there.erased_at) found.push(`NOT-ERASED ${id}`);
    for (const [key, row] of server.rows) if (JSON.stringify(row).includes(mark)) found.push(`LEAK server ${key}`);
    for (const device of devices) {
      for (const [table, rows] of Object.entries(device.disk.tables))
        for (const [rowId, { row }] of rows)
          if (JSON.stringify(row).includes(mark)) found.push(`LEAK ${device.name} ${table}/${rowId} ${JSON.stringify(row)}`);
      for (const issue of device.issues)
        if (JSON.stringify(issue).includes(mark)) found.push(`LEAK ${device.name} issue ${issue.id}`);
    }
  }
  return found;
}
