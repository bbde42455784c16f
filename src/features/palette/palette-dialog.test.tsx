// @vitest-environment happy-dom
import { cleanup, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter, Route, Routes, useLocation } from 'react-router-dom';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createClient } from '#data/clients.commands.ts';
import { addVisit } from '#data/events/visits.commands.ts';
import { type Device, openDevice } from '#data/replica.test-support.ts';
import { setLanguage } from '#i18n/i18n.ts';
import { PaletteDialog } from './palette-dialog.tsx';

const person = userEvent.setup({ delay: null, pointerEventsCheck: 0 });
let device: Device;
beforeEach(async () => {
  await setLanguage('bg');
  device = await openDevice();
  const resource = (id: string, name: string, more: object = {}) => ({
    ...{ table: 'resources' as const, id },
    change: { name, active: true, ...more },
  });
  const service = (id: string, name: string, more: object) => ({
    ...{ table: 'services' as const, id },
    change: { name, name_bg: name, currency: 'BGN' as const, ...more },
  });
  await device.replica.write([
    resource('ana', 'Ана Иванова'),
    resource('ivo', 'Иво Петров'),
    resource('old', 'Калина Никова', { active: false }),
    service('balayage', 'Балеаж', {
      ...{ duration: 150, price: 180, resource_ids: '["ana","ivo","old"]' },
      own_terms: '[["ivo",null,200,"BGN"]]',
    }),
    service('cut', 'Подстригване', { duration: 45, price: 30 }),
    service('nails', 'Маникюр', { duration: 60, price: 35 }),
    { table: 'products', id: 'tonic', change: { name: 'Балсам', quantity: 12, unit: 'pcs', sale_price: 17.9, currency: 'BGN' } },
  ]);
});
afterEach(async () => {
  cleanup();
  await device.replica.close();
});

function Where() {
  const { pathname, search } = useLocation();
  return <output>{pathname + search}</output>;
}
const show = () =>
  render(
    <MemoryRouter>
      <Routes>
        <Route
          path="*"
          element={
            <>
              <PaletteDialog replica={device.replica} actions={[]} />
              <Where />
            </>
          }
        />
      </Routes>
    </MemoryRouter>,
  );
const went = () => document.querySelector('output')?.textContent;
const plain = (element: HTMLElement) => element.textContent?.replaceAll('\u00a0', ' ');
const group = async (name: string) =>
  within(await screen.findByRole('group', { name }))
    .getAllByRole('option')
    .map(plain);
const ask = async (query: string) => person.type(await screen.findByRole('combobox'), query);

it('answers what a service takes, costs and who offers it, each at their own price', async () => {
  show();
  await ask('балеаж');
  await waitFor(async () =>
    expect(await group('Услуги')).toEqual([
      expect.stringMatching(/^Балеаж150 мин · 180,00 лв · Ана Иванова, Иво Петров \(200,00 лв\)/),
      'Първи свободен час: Балеаж',
    ]),
  );
  // Nobody is called so.
  expect(screen.queryByRole('option', { name: /Създай клиент/ })).toBeNull();
  await person.keyboard('{Enter}');
  expect(went()).toBe('/calendar/add?service=balayage');
});

it('leads to the first free slot by Ctrl and Enter, or by its own row', async () => {
  show();
  await ask('подстр');
  await screen.findByText(/45 мин · 30,00.лв · всички/);
  await person.keyboard('{Control>}{Enter}{/Control}');
  expect(went()).toBe('/calendar?open=find&service=cut');
  await person.click(screen.getByRole('option', { name: /^Първи свободен час/ }));
  expect(went()).toBe('/calendar?open=find&service=cut');
});

it('shows how much there is of a product', async () => {
  show();
  await ask('балс');
  await waitFor(async () => expect(await group('Продукти')).toEqual(['Балсам12 бр. в склада · 17,90 лв']));
  // A product is no service: somebody may be called so.
  expect(screen.getByRole('option', { name: /^Създай клиент/ })).toBeTruthy();
  await person.keyboard('{Enter}');
  expect(went()).toBe('/products/edit/tonic');
});

it('gives a visit of three services one place', async () => {
  const client = await createClient(device.replica, { name: 'Йоана Христова' });
  const at = (hour: number) => new Date(Date.UTC(2031, 0, 10, hour)).toISOString();
  const legs = ['balayage', 'cut', 'nails'].map((service_id, n) => ({
    ...{ resource_id: n === 1 ? 'ivo' : 'ana', service_id, start_time: at(8 + n), end_time: at(9 + n) },
  }));
  await addVisit(device.replica, { client_id: client, legs });
  show();
  await ask('йоана');
  await waitFor(async () =>
    expect(await group('Часове')).toEqual([
      expect.stringMatching(/, \d+:00Йоана Христова, Балеаж \+ Подстригване \+ Маникюр · Ана Иванова, Иво Петров3 части$/),
    ]),
  );
  expect(screen.getByText('2 намерени на това устройство')).toBeTruthy();
  // A name is none of a service.
  expect(screen.getByRole('option', { name: /^Създай клиент/ })).toBeTruthy();
});
