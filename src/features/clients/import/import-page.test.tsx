// @vitest-environment happy-dom
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { clientTable } from '#clients/export-clients.ts';
import { addClient } from '#data/clients.commands.ts';
import { clients$ } from '#data/clients.queries.ts';
import { beginImport } from '#data/imports/imports.ts';
import { type Device, openDevice, seen } from '#data/replica.test-support.ts';
import { clearToasts, type Shown, show, toastTexts } from '#features/shared/screen.test-support.tsx';
import { i18n, setLanguage } from '#i18n/i18n.ts';
import { ImportPage } from './import-page.tsx';

const user = userEvent.setup();
const routes = { '/clients/import': <ImportPage /> };
let device: Device;

beforeEach(async () => {
  await setLanguage('bg');
  sessionStorage.clear();
  device = await openDevice();
});
afterEach(async () => {
  cleanup();
  clearToasts();
  vi.restoreAllMocks();
  await device.replica.close();
});

const FILE = `Име;Фамилия;Телефон;E-mail;Рожден ден
Йоана;Христова;0888 123 456;;14.06.1991
Кирил;Занев;0899650018;k.zanev@abv.bg;
Мими;;0897 112 904;;
;;0888000000;;
Вера;Колева;;vera@;`;

async function pick(file: File): Promise<void> {
  const picker = await screen.findByLabelText(/^(Избери файл|Choose a file)$/, { selector: 'input' });
  fireEvent.change(picker, { target: { files: [file] } });
}
async function choose(text = FILE): Promise<Shown> {
  const shown = show(device, '/clients/import', routes);
  await pick(new File([new TextEncoder().encode(text)], 'old-program.csv', { type: 'text/csv' }));
  await screen.findByRole('region', { name: 'Преглед' });
  return shown;
}
const preview = () => within(screen.getByRole('region', { name: 'Преглед' }));
const names = async (count: number) =>
  (await seen(clients$(device.replica), (rows) => rows.length === count)).map((row) => row.name);

describe('a file of clients', () => {
  it('is shown column by column with what was guessed, and row by row with what becomes of it', async () => {
    await addClient(device.replica, { first_name: 'Силвия', last_name: 'Маркова', phone: '0897112904' });
    await choose();
    const columns = within(screen.getByRole('region', { name: 'Какво има в колоните' }));
    expect(columns.getAllByRole('listitem').map((item) => item.querySelector('button')?.textContent)).toEqual([
      'Име',
      'Фамилия',
      'Телефон',
      'Имейл',
      'Дата на раждане',
    ]);
    expect(columns.getByText('Йоана · Кирил · Мими')).toBeTruthy();
    const rows = preview()
      .getAllByRole('listitem')
      .map((row) => row.textContent ?? '');
    expect(rows).toHaveLength(5);
    for (const [at, words] of [
      [0, 'Нов'],
      [1, 'k.zanev@abv.bg'],
      [2, 'Същият телефонСилвия МарковаИма го'],
      [3, 'Няма име'],
      [4, 'Невалиден имейл'],
    ] as const)
      expect(rows[at]).toContain(words);
    await user.click(preview().getByRole('button', { name: /^С грешка/ }));
    expect(preview().getAllByRole('listitem')).toHaveLength(2);
  });

  it('makes the new ones alone, and can be taken back after a question', async () => {
    await choose();
    await user.click(screen.getByRole('button', { name: 'Внеси 3 клиенти' }));
    expect(await names(3)).toEqual(['Йоана Христова', 'Кирил Занев', 'Мими']);
    await waitFor(() => expect(toastTexts()).toEqual(['Клиентите са внесени']));
    const past = within(await screen.findByRole('region', { name: 'Внесено от това устройство' }));
    expect(past.getByText('old-program.csv')).toBeTruthy();
    await user.click(past.getByRole('button', { name: 'Върни внасянето' }));
    const question = within(await screen.findByRole('alertdialog'));
    expect(await names(3)).toHaveLength(3);
    await user.click(question.getByRole('button', { name: 'Върни внасянето' }));
    await names(0);
    await waitFor(() => expect(screen.queryByText('old-program.csv')).toBeNull());
  });

  it('may be understood otherwise: another field for a column, and no heads', async () => {
    await choose('a;b\nЙоана;Христова\n');
    expect(preview().getAllByText(/Йоана/)).toHaveLength(1);
    const head = screen.getByLabelText('Първият ред съдържа имената на колоните') as HTMLInputElement;
    const rows = preview().getAllByRole('listitem').length;
    await user.click(head);
    await waitFor(() => expect(preview().getAllByRole('listitem').length).not.toBe(rows));
  });

  it('is left without a question where each column holds what was guessed again, and with one where one does not', async () => {
    const shown = await choose();
    const first = within(screen.getByRole('region', { name: 'Какво има в колоните' })).getAllByRole('listitem')[0] as HTMLElement;
    const become = async (field: string) => {
      await user.click(within(first).getByRole('button'));
      await user.click(await screen.findByRole('option', { name: field }));
    };
    await become('Бележки');
    await shown.go('/clients');
    expect(await screen.findByRole('alertdialog')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Продължи редакцията' }));
    await become('Име');
    await shown.go('/clients');
    expect(shown.path()).toBe('/clients');
  });

  it('that cannot be read says so', async () => {
    show(device, '/clients/import', routes);
    fireEvent.change(await screen.findByLabelText('Или поставете тук'), { target: { value: '  ;;\n' } });
    await user.click(screen.getByRole('button', { name: 'Прочети поставеното' }));
    expect((await screen.findByRole('alert')).textContent).toContain('няма редове');
  });

  it('that is a spreadsheet program’s own says what to do, and offers nothing to import', async () => {
    show(device, '/clients/import', routes);
    const bytes = Uint8Array.from([0x50, 0x4b, 3, 4, 0x14, 0, 6, 0, 8, 0, 0x0a, 0x41, 0x0a]);
    await pick(new File([bytes], 'clients.xlsx'));
    expect((await screen.findByRole('alert')).textContent).toContain('запазете като CSV');
    expect(screen.queryByRole('region', { name: 'Преглед' })).toBeNull();
  });
});

describe('more than is read as a table', () => {
  const wide = `${Array.from({ length: 101 }, (_, i) => `К${i}`).join('\t')}\nЙоана`;
  const long = `${Array.from({ length: 50 }, (_, i) => `К${i}`).join('\t')}\n${'Йоана\n'.repeat(20_000)}`;

  it.each([
    ['bg', 'bytes', 'Това са повече от 8 MB наведнъж. Разделете редовете на няколко файла и ги внесете един след друг.'],
    ['en', 'bytes', 'This is more than 8 MB at once. Split the rows into several files and import them one after the other.'],
    ['bg', 'columns', 'В Excel или Google Sheets изтрийте колоните, които не са нужни, и опитайте отново.'],
    ['en', 'columns', 'The table has more than 100 columns. Delete the columns that are not needed'],
    ['bg', 'cells', 'клетки. Разделете редовете на няколко файла и ги внесете един след друг.'],
    ['en', 'cells', 'The table has more than 1,000,000 cells. Split the rows into several files'],
  ] as const)(
    'says in %s below the file which limit it is (%s) and what to do, and leaves what was pasted',
    async (language, limit, words) => {
      await setLanguage(language);
      show(device, '/clients/import', routes);
      const box = await screen.findByLabelText<HTMLTextAreaElement>(/^(Или поставете тук|Or paste here)$/);
      fireEvent.change(box, { target: { value: 'Име\nЙоана' } });
      await pick(new File([{ bytes: new Uint8Array(8 * 1024 * 1024 + 1), columns: wide, cells: long }[limit]], 'old.csv'));
      const alert = await screen.findByRole('alert');
      expect(alert.textContent).toContain(words);
      expect(alert.closest('div:has(input)')).not.toBeNull();
      expect(box.value).toBe('Име\nЙоана');
    },
  );

  it('says it beside what was pasted, which stays to be shortened, and no longer once that is done', async () => {
    show(device, '/clients/import', routes);
    const box = await screen.findByLabelText<HTMLTextAreaElement>('Или поставете тук');
    fireEvent.change(box, { target: { value: wide } });
    await user.click(screen.getByRole('button', { name: 'Прочети поставеното' }));
    await waitFor(() => expect(box.getAttribute('aria-invalid')).toBe('true'));
    expect(screen.getByRole('alert').id).toBe(box.getAttribute('aria-describedby'));
    expect(box.value).toBe(wide);
    fireEvent.change(box, { target: { value: 'Име\tТелефон\nЙоана\t0888123456' } });
    expect(screen.queryByRole('alert')).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Прочети поставеното' }));
    expect(await screen.findByRole('button', { name: 'Внеси 1 клиент' })).toBeTruthy();
  });
});

it('cells that were copied from a spreadsheet are read as they are pasted', async () => {
  show(device, '/clients/import', routes);
  fireEvent.change(await screen.findByLabelText('Или поставете тук'), {
    target: { value: 'Name\tMobile\nKiril Zanev\t0899650018\n' },
  });
  await user.click(screen.getByRole('button', { name: 'Прочети поставеното' }));
  await user.click(await screen.findByRole('button', { name: 'Внеси 1 клиент' }));
  expect(await names(1)).toEqual(['Kiril Zanev']);
});

it('what was pasted, or understood otherwise than was guessed, is not left without a question; a file that was only looked at is', async () => {
  const staysAfterQuestion = async () => {
    await user.click(screen.getByRole('link', { name: 'Към клиентите' }));
    const question = await screen.findByRole('alertdialog', { name: 'Да излезем ли без запазване?' });
    await user.click(within(question).getByRole('button', { name: 'Продължи редакцията' }));
  };
  const { path } = show(device, '/clients/import', routes);
  await user.click(await screen.findByLabelText('Или поставете тук'));
  await user.paste('Име\tТелефон\nЙоана\t0888123456');
  await staysAfterQuestion();
  await user.click(screen.getByRole('button', { name: 'Прочети поставеното' }));
  await screen.findByRole('region', { name: 'Преглед' });
  await staysAfterQuestion();
  expect(path()).toBe('/clients/import');
  cleanup();
  const looked = await choose();
  await user.click(screen.getByRole('link', { name: 'Към клиентите' }));
  await waitFor(() => expect(looked.path()).toBe('/clients'));
});

it('an import that broke off goes on when the page is opened', async () => {
  const nobody = { phone: null, email: null, address: null, city: null, birth_date: null, notes: null };
  await beginImport(device.replica, 'clients', [{ ...nobody, first_name: 'Ана', last_name: 'Б' }], 'x.csv');
  show(device, '/clients/import', routes);
  expect(await names(1)).toEqual(['Ана Б']);
  expect(await screen.findByText('x.csv')).toBeTruthy();
});

it('a disk that fails in the middle is said, and the import can be gone on with', async () => {
  const { write } = device.replica;
  (device.replica as { write: unknown }).write = () => Promise.reject(new Error('the disk is gone'));
  await choose('Name\nАна Б\n');
  await user.click(screen.getByRole('button', { name: 'Внеси 1 клиент' }));
  await waitFor(() => expect(toastTexts()).toEqual(['the disk is gone']));
  (device.replica as { write: unknown }).write = write;
  await user.click(await screen.findByRole('button', { name: 'Продължи' }));
  expect(await names(1)).toEqual(['Ана Б']);
});

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
