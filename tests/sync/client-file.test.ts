/** The simulation's check of the client file (sim-clients.ts) sees what it is for, also where no other check does. */
import { expect, it } from 'vitest';
import { type ClientFile, wrongClients } from './simulation/sim-clients.ts';

const client = (id: string, merged_into: string | null, first_name = id) =>
  ({ id, rev: 1, deleted: false, merged_into, first_name }) as never;
const merge = (id: string, value: string, at: number) =>
  ({ at, device: 'd0', table: 'clients', id, field: 'merged_into', value, trivial: false }) as const;
const on = (name: string, rows: readonly unknown[]) =>
  ({
    name,
    content: { rows: rows.map((row) => ({ table: 'clients', row, hidden: false })), issues: [], documents: [] },
  }) as never;

const crossed = [client('anna', 'ani'), client('ani', 'anna')];
const file: ClientFile = {
  rows: crossed,
  writes: [merge('anna', 'ani', 1), merge('ani', 'anna', 2)],
  devices: [on('d0', crossed), on('d1', crossed)],
  decided: new Map(),
  erasing: new Set(),
  setBack: new Set(),
};

it('two who were merged in opposite directions are one, everywhere', () => {
  expect(wrongClients(file)).toEqual([]);
});

it('a merge that the server has lost leaves two', () => {
  const two = [client('anna', null), client('ani', null)];
  const found = wrongClients({ ...file, rows: two, writes: [merge('anna', 'ani', 1)], devices: [on('d0', two)] });
  expect(found).toEqual(['APART anna was merged into ani, and anna and ani stand for them']);
});

it('a merge about which somebody is asked is not at its end', () => {
  const two = [client('anna', null), client('ani', null)];
  const decided = new Map([['d0', [{ table: 'clients', rowId: 'anna' } as never]]]);
  expect(wrongClients({ ...file, rows: two, writes: [merge('anna', 'ani', 1)], devices: [on('d0', two)], decided })).toEqual([]);
});

it('a device that shows another one than the server is seen', () => {
  const own = [client('anna', null), client('ani', 'anna')];
  expect(wrongClients({ ...file, devices: [on('d1', own)] })).toEqual([
    'APART d1 shows anna for anna, the server has ani',
    'APART d1 shows anna for ani, the server has ani',
  ]);
});

it('a row of an import stands under its own id alone', () => {
  const rows = [client('import-d0-1-4', null, 'import-d0-1 4'), client('other', null, 'import-d0-1 4')];
  expect(wrongClients({ ...file, rows, writes: [], devices: [] })).toEqual(['DOUBLED row 4 of import-d0-1 stands as other']);
});
