/** The simulation's check of the client file (sim-clients.ts) sees what it is for, also where no other check does. */
import { describe, expect, it } from 'vitest';
import { type ClientFile, wrongClients } from './sim-clients.ts';

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
  log: [],
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

describe('a client whom two devices merged, and one of them took it back', () => {
  const two = [client('anna', null), client('ani', null)];
  const word = (device: string, value: string | null, at: number) => ({ ...merge('anna', 'ani', at), device, value });
  const stood = (who: string, value: string | null, step: number) =>
    ({ step, who, table: 'clients', id: 'anna', rev: step, row: { id: 'anna', merged_into: value } }) as const;
  const found = (writes: ClientFile['writes'], log: ClientFile['log']) =>
    wrongClients({ ...file, rows: two, writes, log, devices: [on('d0', two), on('d1', two)] });
  const writes = [word('d0', 'ani', 1), word('d0', null, 3), word('d1', 'ani', 4)];
  const begun = [stood('owner', null, 0), stood('d0', 'ani', 2)];

  it('stands for themselves where that was sent after the other device had merged them too', () => {
    expect(found(writes, [...begun, stood('d0', null, 5)])).toEqual([]);
  });

  it.each([
    ['it stood there before the other device merged them', writes, [...begun, stood('d0', null, 3)]],
    ['nobody decided it', writes, [...begun, stood('d2', null, 5)]],
    ['it arrives a second time', writes, [...begun, stood('d0', null, 3), stood('d1', 'ani', 5), stood('d0', null, 6)]],
    ['it was not the last word of that device', [...writes, word('d0', 'ani', 5)], [...begun, stood('d0', null, 6)]],
  ])('is missed as one where %s', (_, said, log) => {
    expect(found(said, log)).toContain('APART anna was merged into ani, and anna and ani stand for them');
  });
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
