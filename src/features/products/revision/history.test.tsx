// @vitest-environment happy-dom
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { keepPeople } from '#data/people/people-book.ts';
import { saveRevision } from '#data/product-revisions.commands.ts';
import { addProduct, addProductGroup, deleteProduct } from '#data/products.commands.ts';
import { type Device, openDevice } from '#data/replica.test-support.ts';
import { show } from '#features/shared/screen.test-support.tsx';
import { setLanguage } from '#i18n/i18n.ts';
import { ProductRevisionPage } from './product-revision-page.tsx';

const user = userEvent.setup();
let device: Device;
const plain = (text: string | null | undefined) => (text ?? '').replace(/[\u00a0\u202f]/g, ' ');
const summaries = () => [...document.querySelectorAll('summary')].map((one) => plain(one.textContent));
const open = async (client: unknown = {}) => {
  show(device, '/products/revision', { '/products/revision': <ProductRevisionPage /> }, client);
  await user.click(await screen.findByRole('radio', { name: 'История' }));
};
async function choose(select: string, option: string) {
  await user.click(await screen.findByLabelText(select));
  await user.click(await screen.findByRole('option', { name: option }));
}

beforeEach(async () => {
  await setLanguage('bg');
  device = await openDevice();
});
afterEach(async () => {
  cleanup();
  vi.restoreAllMocks();
  await device.replica.close();
});

describe('the history of revisions', () => {
  it('says that there is none yet', async () => {
    await open();
    expect(await screen.findByText('Още няма запазени ревизии')).toBeTruthy();
  });

  it('lists revisions newest first with person and value, filters them, draws a product’s stock and exports', async () => {
    const hair = await addProductGroup(device.replica, { name: 'Коса' });
    const dye = await addProduct(device.replica, {
      name: '=Боя',
      quantity: 5,
      supply_price: 2.5,
      supply_currency: 'BGN',
      group_id: hair,
    });
    const soap = await addProduct(device.replica, { name: 'Сапун', quantity: 9, supply_price: 1, supply_currency: 'BGN' });
    await saveRevision(device.replica, [
      { product_id: dye, counted: 3, began: 5 },
      { product_id: soap, counted: 10, began: 9 },
    ]);
    await saveRevision(device.replica, [{ product_id: dye, counted: 8, began: 3 }]);
    device.server.online = true;
    device.server.put('product_revisions', 'other', {
      product_id: soap,
      old_quantity: 10,
      new_quantity: 4,
      difference: -6,
      user_id: 'somebody-else-1',
    });
    await device.replica.syncNow();
    await open();
    await waitFor(() => expect(summaries()).toHaveLength(3));
    expect(summaries()[0]).toMatch(/Вие1 продукт\+12,50 лв$/);
    expect(summaries()[1]).toMatch(/Вие2 продукта−4,00 лв$/);
    expect(summaries()[2]).toMatch(/Друг човек \(somebody\)1 продукт−6,00 лв$/);

    await choose('Група', 'Коса');
    await waitFor(() => expect(summaries()).toHaveLength(2));
    await choose('Продукт', '=Боя');
    const table = within(await screen.findByRole('table', { name: 'Наличност във времето: =Боя' }));
    expect(
      table
        .getAllByRole('row')
        .slice(1)
        .map((row) => plain(row.lastElementChild?.textContent)),
    ).toEqual(['5 г', '3 г', '8 г']);

    const files: Blob[] = [];
    vi.spyOn(URL, 'createObjectURL').mockImplementation((file) => {
      files.push(file as Blob);
      return 'blob:x';
    });
    await user.click(screen.getByRole('button', { name: 'Изтегли CSV' }));
    const lines = (await files[0]?.text())?.trim().split('\r\n') ?? [];
    expect(lines).toHaveLength(3);
    expect(lines[1]).toMatch(/;Вие;'=Боя;Коса;3;8;5;г;12,5$/);
  });

  it('says who counted by name, once the names are known', async () => {
    const { replica, server } = device;
    server.online = true;
    server.put('products', 'soap', { name: 'Сапун', quantity: 4 });
    const count = { product_id: 'soap', old_quantity: 10, new_quantity: 4, difference: -6 };
    server.put('product_revisions', 'one/soap', { ...count, user_id: 'somebody-else' });
    await replica.syncNow();
    server.online = false;
    await open();
    await waitFor(() => expect(summaries()[0]).toContain('Друг човек (somebody)'));
    const former = [{ user_id: 'somebody-else', name: 'Ралица Димова' }];
    await keepPeople(replica, { people: [], former, invitations: [], at: '2026-11-18T08:40:00.000Z' });
    await waitFor(() => expect(summaries()[0]).toContain('Ралица Димова'));
  });

  it('goes on saying what a count was worth, of what and in which unit, once the product was deleted', async () => {
    const dye = await addProduct(device.replica, {
      name: 'Боя',
      quantity: 5,
      supply_price: 2.5,
      supply_currency: 'BGN',
      unit: 'ml',
    });
    await saveRevision(device.replica, [{ product_id: dye, counted: 8, began: 5 }]);
    device.server.online = true;
    await device.replica.syncNow();
    await deleteProduct(device.replica, dye);
    await open();
    await waitFor(() => expect(summaries()[0]).toMatch(/Вие1 продукт\+7,50 лв$/));
    expect(plain((await screen.findByText('Боя (изтрит)')).closest('tr')?.textContent)).toBe('Боя (изтрит)5 мл8 мл+3');
  });
});

/** A server's table of revisions, read as the app reads it; `line` false: nothing is reached. */
function serverOf(rows: readonly { id: string; created_at: string }[]) {
  const state = { line: true, asked: 0 };
  const from = (table: string) => {
    const asked = { until: '', since: '', first: 0, last: 0 };
    const narrow = (by: Partial<typeof asked>) => {
      Object.assign(asked, by);
      return query;
    };
    const query: Record<string, unknown> = {
      select: () => query,
      eq: () => query,
      order: () => query,
      lt: (_: string, until: string) => narrow({ until }),
      gte: (_: string, since: string) => narrow({ since }),
      range: (first: number, last: number) => narrow({ first, last }),
      retry: async () => {
        state.asked += 1;
        if (!state.line) return { data: null, error: { message: 'Failed to fetch' }, status: 0 };
        const data = rows
          .filter(({ created_at: at }) => table === 'product_revisions' && at < asked.until && at >= asked.since)
          .sort((a, b) => (a.created_at < b.created_at ? 1 : -1))
          .slice(asked.first, Math.min(asked.last + 1, asked.first + 2)); // two rows an answer at most
        return { data, error: null, status: 200 };
      },
    };
    return query;
  };
  return { from, state };
}

describe('revisions that this device does not keep', () => {
  const old = (id: string, product_id: string, created_at: string) => ({
    ...{ id, product_id, old_quantity: 5, new_quantity: 4, difference: -1, user_id: 'somebody-else-1', created_at },
  });
  const online = (line: boolean) => {
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(line);
    window.dispatchEvent(new Event(line ? 'online' : 'offline'));
  };

  it('are read from the server a year at a time, stay without a line, and say when they were read', async () => {
    const dye = await addProduct(device.replica, { name: 'Боя', quantity: 5, supply_price: 1, supply_currency: 'BGN' });
    device.server.online = true;
    await device.replica.syncNow();
    const server = serverOf([
      old('a', dye, '2019-05-02T08:00:00.000Z'),
      old('b', dye, '2019-04-02T08:00:00.000Z'),
      old('c', dye, '2019-03-02T08:00:00.000Z'),
      old('d', dye, '2016-03-02T08:00:00.000Z'),
    ]);
    await open(server);
    expect(await screen.findByText(/^Няма ревизии от .* насам$/)).toBeTruthy();
    const part = within(await screen.findByRole('region', { name: 'По-стари ревизии' }));
    expect(part.getByRole('status').textContent).toMatch(/^Това устройство пази ревизиите от \d\d\/\d\d\/\d{4} насам\.\s*$/);
    await user.click(part.getByRole('button', { name: 'Покажи по-стари' }));
    await waitFor(() => expect(summaries()).toHaveLength(3));
    expect(part.getByRole('status').textContent).toMatch(/По-старите са прочетени от сървъра в \d{1,2}:\d\d\.$/);
    await user.click(part.getByRole('button', { name: 'Покажи по-стари' }));
    await waitFor(() => expect(summaries()).toHaveLength(4));
    expect(part.getByRole('status').textContent).toMatch(/други няма\.$/);
    expect(part.queryByRole('button', { name: 'Покажи по-стари' })).toBeNull();

    act(() => online(false));
    expect(await part.findByText(/^Няма връзка\. По-старите ревизии са такива, каквито бяха в/)).toBeTruthy();
    expect(summaries()).toHaveLength(4);
    cleanup();
    await open(server);
    await waitFor(() => expect(summaries()).toHaveLength(4));
  });

  it('are not asked for without a line, and one that breaks is said and tried again', async () => {
    const dye = await addProduct(device.replica, { name: 'Боя', quantity: 5, supply_price: 1, supply_currency: 'BGN' });
    device.server.online = true;
    await device.replica.syncNow();
    const server = serverOf([old('a', dye, '2019-05-02T08:00:00.000Z')]);
    online(false);
    await open(server);
    const part = within(await screen.findByRole('region', { name: 'По-стари ревизии' }));
    expect(part.getByText('Няма връзка. По-старите ревизии се четат от сървъра.')).toBeTruthy();
    expect(part.getByRole('button', { name: 'Покажи по-стари' })).toHaveProperty('disabled', true);
    act(() => online(true));
    server.state.line = false;
    await user.click(part.getByRole('button', { name: 'Покажи по-стари' }));
    expect(await part.findByText('По-старите ревизии не се прочетоха')).toBeTruthy();
    server.state.line = true;
    await user.click(part.getByRole('button', { name: 'Опитайте отново' }));
    await waitFor(() => expect(summaries()).toHaveLength(1));
    expect(part.queryByText('По-старите ревизии не се прочетоха')).toBeNull();
  });
});
