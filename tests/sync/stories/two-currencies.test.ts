/** A change of the salon's currency on several devices, against the real functions: each amount is converted once, or shown as it is. */
import { expect, it } from 'vitest';
import { convertMoney } from '#domain/money/fixed-rate.ts';
import { withPrices } from '#domain/money/row-prices.ts';
import { booking, type Device } from '../devices.ts';
import { allAgree, salon, sqlStories } from './sql-stories.ts';

sqlStories();

const toEuro = ({ amount, currency }: { amount: number; currency: string }) =>
  currency === 'BGN' ? ({ amount: convertMoney(amount, 'BGN', 'EUR'), currency: 'EUR' } as const) : null;

/** What the app writes (src/data/salon/currency-change.commands.ts), as far as it comes. */
async function countInEuro(device: Device, most = Number.POSITIVE_INFINITY): Promise<void> {
  await device.write('salons', String(salon.id), { currency: 'EUR' });
  let left = most;
  for (const table of ['services', 'events'] as const)
    for (const row of [...device.rows(table)].sort((a, b) => (a.id < b.id ? -1 : 1))) {
      const change = withPrices(table, row, toEuro);
      if (change && left-- > 0) await device.write(table, row.id, change);
    }
}

async function bothHave() {
  const tablet = await salon.device('tablet', { person: salon.owner });
  const desk = await salon.device('desk', { person: salon.owner });
  await tablet.write('services', 'dye', { name: 'Боядисване', price: 100, currency: 'BGN' });
  await tablet.write('events', 'e1', booking({ service_id: 'cut', price: 45, currency: 'BGN' }));
  await salon.settled();
  return { tablet, desk };
}
const moneyOf = async (table: 'services' | 'events') =>
  Object.fromEntries((await salon.rows(table)).map(({ id, price, currency }) => [id, `${String(price)} ${String(currency)}`]));

it('that broke off on one device and is begun anew on another converts no price twice', async () => {
  const { tablet, desk } = await bothHave();
  await countInEuro(tablet, 1);
  await salon.settled();
  expect(await moneyOf('services')).toEqual({ cut: '12.78 EUR', dye: '100 BGN' });
  await countInEuro(desk);
  await salon.settled();
  await allAgree();
  expect([await moneyOf('services'), await moneyOf('events')]).toEqual([
    { cut: '12.78 EUR', dye: '51.13 EUR' },
    { e1: '23.01 EUR' },
  ]);
});

it('that two devices make without a line ends alike, and asks nobody', async () => {
  const { tablet, desk } = await bothHave();
  tablet.offline();
  desk.offline();
  await countInEuro(tablet);
  await countInEuro(desk);
  tablet.online();
  desk.online();
  await salon.settled();
  await allAgree();
  expect(await moneyOf('services')).toEqual({ cut: '12.78 EUR', dye: '51.13 EUR' });
  expect([...tablet.issues, ...desk.issues]).toEqual([]);
});

it('leaves in leva what another device adds meanwhile in leva', async () => {
  const { tablet, desk } = await bothHave();
  tablet.offline();
  await tablet.write('services', 'mask', { name: 'Маска', price: 100, currency: 'BGN' });
  await countInEuro(desk);
  await salon.settled();
  tablet.online();
  await salon.settled();
  await allAgree();
  expect(await moneyOf('services')).toMatchObject({ mask: '100 BGN', dye: '51.13 EUR' });
});

it('of a price that another device has changed meanwhile is one question about both, and neither number takes the other’s currency', async () => {
  const { tablet, desk } = await bothHave();
  tablet.offline();
  await tablet.write('services', 'dye', { price: 120 });
  await countInEuro(desk);
  await salon.settled();
  tablet.online();
  await salon.settled();
  expect(await moneyOf('services')).toMatchObject({ dye: '51.13 EUR' });
  const mine = { kind: 'field', group: ['price', 'currency'], ours: { price: 120, currency: 'BGN' } };
  expect(tablet.issues).toMatchObject([{ ...mine, server: { price: 51.13, currency: 'EUR' } }]);
});
