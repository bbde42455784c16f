// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it } from 'vitest';
import { addClient } from '#data/clients.commands.ts';
import { clients$ } from '#data/clients.queries.ts';
import { type Device, openDevice, seen } from '#data/replica.test-support.ts';
import { i18n, setLanguage } from '#i18n/i18n.ts';
import { clientTable } from './export-clients.ts';

let device: Device;
beforeEach(async () => {
  await setLanguage('bg');
  device = await openDevice();
});
afterEach(() => device.replica.close());

it('a list that is exported has a row for each client, and heads that the import understands', async () => {
  await addClient(device.replica, {
    first_name: '=cmd',
    last_name: 'Зла',
    phone: '0888123456',
    birth_date: '1990-01-02',
    notes: 'Кафе',
  });
  const [row] = await seen(clients$(device.replica), (rows) => rows.length === 1);
  if (!row) throw new Error('no client');
  expect(clientTable([row], i18n.getFixedT('bg', 'clients'))).toEqual([
    ['Име', 'Фамилия', 'Телефон', 'Имейл', 'Адрес', 'Град', 'Дата на раждане', 'Бележки'],
    ['=cmd', 'Зла', '0888 123 456', null, null, null, '1990-01-02', 'Кафе'],
  ]);
});
