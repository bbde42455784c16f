// @vitest-environment happy-dom
import { readFileSync } from 'node:fs';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { addClient } from '#data/clients.commands.ts';
import { clients$ } from '#data/clients.queries.ts';
import { beginImport } from '#data/imports/imports.ts';
import { addProduct } from '#data/products.commands.ts';
import { productGroups$, products$ } from '#data/products.queries.ts';
import { type Device, openDevice, seen } from '#data/replica.test-support.ts';
import { addService } from '#data/services.commands.ts';
import { serviceGroups$, services$ } from '#data/services.queries.ts';
import { clearToasts, type Shown, show, toastTexts } from '#features/shared/screen.test-support.tsx';
import { setLanguage } from '#i18n/i18n.ts';
import { begunImports } from './begun-imports.ts';
import { MoveInPage } from './move-in-page.tsx';

const user = userEvent.setup();
const PATH = '/salon/move-in';
const routes = { [PATH]: <MoveInPage /> };
let device: Device;

beforeEach(async () => {
  await setLanguage('bg');
  sessionStorage.clear();
  device = await openDevice();
});
afterEach(async () => {
  cleanup();
  clearToasts();
  begunImports.setState({ of: null, imports: [] });
  vi.restoreAllMocks();
  await device.replica.close();
});

const CLIENTS = `Име;Фамилия;Телефон;E-mail;Рожден ден
Йоана;Христова;0888 123 456;;14.06.1991
Кирил;Занев;0899650018;k.zanev@abv.bg;
Мими;;0897 112 904;;
;;0888000000;;
Вера;Колева;;vera@;`;
const SERVICES = `Услуга;Категория;Времетраене (мин.);Цена;Онлайн
Балеаж;Коса;2 ч 30 мин;210,50;не
Маникюр;Нокти;60;45;да
подстригване;;30;20;`;

const fileOf = (name: string, content: string | Uint8Array) =>
  new File([typeof content === 'string' ? new TextEncoder().encode(content) : (content as Uint8Array<ArrayBuffer>)], name);

async function pick(...files: readonly File[]): Promise<void> {
  const picker = await screen.findByLabelText(/^(Избери файлове|Choose files)$/, { selector: 'input' });
  fireEvent.change(picker, { target: { files } });
}
async function choose(text = CLIENTS, path = `${PATH}?kind=clients`): Promise<Shown> {
  const shown = show(device, path, routes);
  await pick(fileOf('old-program.csv', text));
  await screen.findByRole('region', { name: 'Преглед' });
  return shown;
}
async function paste(text: string): Promise<void> {
  fireEvent.change(await screen.findByLabelText('Или поставете тук'), { target: { value: text } });
  await user.click(screen.getByRole('button', { name: 'Прочети' }));
}
const preview = () => within(screen.getByRole('region', { name: 'Преглед' }));
const rowTexts = () =>
  preview()
    .getAllByRole('listitem')
    .map((row) => row.textContent?.replace(/[\u00a0\u202f]/g, ' ') ?? '');
const columns = async () => {
  const region = within(screen.getByRole('region', { name: 'Какво има в колоните' }));
  const change = region.queryByRole('button', { name: 'Промени' });
  if (change) await user.click(change);
  return region;
};
const columnFields = async () =>
  (await columns()).getAllByRole('listitem').map((item) => item.querySelector('button')?.textContent);
const names = async (count: number) =>
  (await seen(clients$(device.replica), (rows) => rows.length === count)).map((row) => row.name);

describe('what do you have', () => {
  it('is answered by a thing and a program, and tells in five lines how its file is got', async () => {
    show(device, PATH, routes);
    await user.click(await screen.findByRole('radio', { name: /^Друга програма/ }));
    await user.click(screen.getByRole('radio', { name: 'Fresha' }));
    const lines = screen.getByRole('list', { name: 'Как да вземете файла: Fresha' });
    expect(within(lines).getAllByRole('listitem')).toHaveLength(5);
    await user.click(screen.getByRole('radio', { name: /^Тетрадка/ }));
    expect(screen.getByRole('list', { name: 'Как да вземете файла: Тетрадка' })).toBeTruthy();
    expect(screen.queryByRole('radio', { name: 'Fresha' })).toBeNull();
  });
});

describe('a file of clients', () => {
  it('is shown column by column with what was guessed, and row by row with what becomes of it', async () => {
    await addClient(device.replica, { first_name: 'Силвия', last_name: 'Маркова', phone: '0897112904' });
    await choose();
    expect(await columnFields()).toEqual(['Име', 'Фамилия', 'Телефон', 'Имейл', 'Дата на раждане']);
    expect(screen.getByText('Йоана · Кирил · Мими')).toBeTruthy();
    const rows = rowTexts();
    expect(rows).toHaveLength(5);
    for (const [at, words] of [
      [0, 'Нов'],
      [1, 'k.zanev@abv.bg'],
      [2, 'Същият телефонСилвия МарковаВнеси въпреки товаВече е тук'],
      [3, 'Няма име'],
      [4, 'В бележките: E-mail „vera@“'],
    ] as const)
      expect(rows[at]).toContain(words);
    await user.click(preview().getByRole('button', { name: /^С грешка/ }));
    expect(preview().getAllByRole('listitem')).toHaveLength(1);
  });

  it('makes the new ones alone, says so in a report, and can be taken back after a question', async () => {
    await choose();
    await user.click(screen.getByRole('button', { name: 'Внеси 4 записа' }));
    expect(await names(4)).toEqual(['Вера Колева', 'Йоана Христова', 'Кирил Занев', 'Мими']);
    await waitFor(() => expect(toastTexts()).toEqual(['Пренесено е']));
    const report = within(await screen.findByRole('region', { name: 'Пренесено' }));
    expect(await report.findByText('Внесено: 4 · С грешка: 1')).toBeTruthy();
    const past = within(await screen.findByRole('region', { name: 'Внесено от това устройство' }));
    expect(past.getByText('old-program.csv')).toBeTruthy();
    await user.click(past.getByRole('button', { name: 'Върни внасянето' }));
    const question = within(await screen.findByRole('alertdialog'));
    expect(await names(4)).toHaveLength(4);
    await user.click(question.getByRole('button', { name: 'Върни внасянето' }));
    await names(0);
    await waitFor(() => expect(screen.queryByText('old-program.csv')).toBeNull());
  });

  it('gives its report as a file with a line for each row: what became of it, and why', async () => {
    await addClient(device.replica, { first_name: 'Силвия', last_name: 'Маркова', phone: '0897112904' });
    await choose();
    await user.click(screen.getByRole('button', { name: 'Внеси 3 записа' }));
    const report = within(await screen.findByRole('region', { name: 'Пренесено' }));
    const saved = vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:x');
    await user.click(report.getByRole('button', { name: 'Изтегли справката' }));
    await waitFor(() => expect(saved).toHaveBeenCalled());
    const [[file]] = saved.mock.calls as [[Blob]];
    const lines = (await file.text()).replace('\ufeff', '').trim().split('\r\n');
    expect(lines[0]).toBe('Файл;Ред;Какво;Какво стана;Защо');
    expect(lines.slice(1).map((line) => line.split(';').slice(1, 4))).toEqual([
      ['2', 'Йоана Христова', 'Внесено'],
      ['3', 'Кирил Занев', 'Внесено'],
      ['4', 'Мими', 'Вече е тук'],
      ['5', '0888000000', 'С грешка'],
      ['6', 'Вера Колева', 'Внесено'],
    ]);
    expect(lines[3]).toContain('Същият телефон: Силвия Маркова');
  });

  it('takes a known one all the same where a person wants it, and all of them at a press', async () => {
    await addClient(device.replica, { first_name: 'Силвия', last_name: 'Маркова', phone: '0888123456' });
    await choose('Име;Телефон\nАлекс;0888 123 456\nЯна;0888 123 456\n');
    expect(screen.getByRole('button', { name: 'Няма нищо ново' })).toBeTruthy();
    await user.click(preview().getByRole('button', { name: 'Внеси въпреки това: Алекс' }));
    expect(screen.getByRole('button', { name: 'Внеси 1 запис' })).toBeTruthy();
    await user.click(preview().getByRole('button', { name: 'Не внасяй: Алекс' }));
    await user.click(preview().getByRole('button', { name: 'Внеси и 2 записа, които вече са тук' }));
    await user.click(screen.getByRole('button', { name: 'Внеси 2 записа' }));
    expect(await names(3)).toEqual(['Алекс', 'Силвия Маркова', 'Яна']);
  });

  it('says which column looks like phones and is left out, and takes it in at a press', async () => {
    await choose('Име;Кон1\nЙоана Христова;0888 123 456\nКирил Занев;0899 650 018\n');
    const changed = async (field: string) => {
      const item = (await columns()).getAllByRole('listitem')[1];
      await user.click(within(item as HTMLElement).getByRole('button'));
      await user.click(await screen.findByRole('option', { name: field }));
    };
    await changed('Не се внася');
    expect(await screen.findByText('В колоната „Кон1“ изглежда има телефони, но тя не се внася.')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Внеси като: Телефон' }));
    expect((await columnFields())[1]).toBe('Телефон');
    expect(rowTexts()[0]).toContain('0888 123 456');
  });

  it('folds the columns in which nothing stands', async () => {
    await choose('Име;Факс;Телефон\nЙоана;;0888123456\n');
    expect(await columnFields()).toEqual(['Име и фамилия', 'Телефон']);
    await user.click(screen.getByRole('button', { name: '1 празна колона' }));
    expect(await columnFields()).toHaveLength(3);
  });

  it('may be understood otherwise: no row names the columns', async () => {
    await choose('a;b\nЙоана;Христова\n');
    const rows = preview().getAllByRole('listitem').length;
    const head = within(screen.getByRole('region', { name: 'old-program.csv' }));
    await user.click(head.getByLabelText('Имената на колоните са на'));
    const other = (await screen.findAllByRole('option')).find((option) => option.getAttribute('aria-selected') !== 'true');
    await user.click(other as HTMLElement);
    await waitFor(() => expect(preview().getAllByRole('listitem').length).not.toBe(rows));
  });

  it('is left without a question where each column holds what was guessed again, and with one where one does not', async () => {
    const shown = await choose();
    const first = (await columns()).getAllByRole('listitem')[0] as HTMLElement;
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
    show(device, PATH, routes);
    await paste('  ;;\n');
    expect((await screen.findByRole('alert')).textContent).toContain('няма редове');
  });
});

describe('several files', () => {
  it('have a tab each, are walked by the keyboard, and come in together', async () => {
    show(device, PATH, routes);
    await pick(fileOf('people.csv', CLIENTS), fileOf('prices.csv', SERVICES));
    const tabs = await screen.findAllByRole('tab');
    expect(tabs.map((tab) => tab.textContent)).toEqual(['Клиенти 41', 'Услуги 3']);
    tabs[0]?.focus();
    await user.keyboard('{ArrowRight}');
    expect(document.activeElement).toBe(screen.getByRole('tab', { name: /^Услуги/ }));
    expect(rowTexts()[0]).toContain('Коса · 150 мин · 210,50 лв · скрита онлайн');
    await user.click(screen.getByRole('button', { name: 'Внеси 7 записа' }));
    await names(4);
    await seen(services$(device.replica), (rows) => rows.length === 3);
    expect((await seen(serviceGroups$(device.replica))).map(({ name }) => name)).toEqual(['Коса', 'Нокти']);
    const report = within(await screen.findByRole('region', { name: 'Пренесено' }));
    expect(report.getAllByRole('listitem').map((item) => item.querySelector('b')?.textContent)).toEqual([
      'prices.csv',
      'people.csv',
    ]);
  });

  it('of one kind make nobody twice: who is in the first is known in the second', async () => {
    show(device, PATH, routes);
    await pick(
      fileOf('phone.csv', 'Име;Телефон\nМими;0897112904\n'),
      fileOf('list.csv', 'Име;Телефон\nМими;+359 897 112 904\nАна;\n'),
    );
    await user.click(await screen.findByRole('tab', { name: /^Клиенти: list\.csv/ }));
    expect(rowTexts()[0]).toContain('Същият телефонМими');
    await user.click(screen.getByRole('button', { name: 'Внеси 2 записа' }));
    expect(await names(2)).toEqual(['Ана', 'Мими']);
  });

  it('may be put away, and one that is none is named for what it is beside those that are', async () => {
    show(device, PATH, routes);
    await pick(
      fileOf('people.csv', CLIENTS),
      fileOf('prices.csv', SERVICES),
      fileOf('photo.jpg', Uint8Array.from([0xff, 0xd8, 0, 1, 2])),
    );
    expect((await screen.findByRole('alert')).textContent).toContain('photo.jpg');
    await user.click(await screen.findByRole('button', { name: 'Махни people.csv' }));
    expect((await screen.findAllByRole('tab')).map((tab) => tab.textContent)).toEqual(['Услуги 3']);
    await user.click(screen.getByRole('button', { name: 'Махни prices.csv' }));
    expect(await screen.findByLabelText('Или поставете тук')).toBeTruthy();
  });
});

const caseOf = (name: string) => new Uint8Array(readFileSync(`tests/import-cases/${name}`));

describe('files of other programs', () => {
  it('are read in another encoding where a person chooses it, and show their rows anew', async () => {
    show(device, PATH, routes);
    await pick(fileOf('dos.csv', caseOf('27b-dos-cp866.csv')));
    await screen.findByRole('region', { name: 'Преглед' });
    const right = rowTexts()[0];
    const source = within(screen.getByRole('region', { name: 'dos.csv' }));
    const become = async (encoding: string) => {
      await user.click(source.getByLabelText('Буквите са записани като'));
      await user.click(await screen.findByRole('option', { name: encoding }));
    };
    await become('DOS (МИК)');
    await waitFor(() => expect(rowTexts()[0]).not.toBe(right));
    await become('DOS (866)');
    await waitFor(() => expect(rowTexts()[0]).toBe(right));
  });

  it('may be a contact of a phone, whose birthday without a year stands in the notes', async () => {
    show(device, PATH, routes);
    await pick(fileOf('contact.vcf', caseOf('07-apple.vcf')));
    await user.click(await screen.findByRole('button', { name: 'Внеси 1 запис' }));
    const [client] = await seen(clients$(device.replica), (rows) => rows.length === 1);
    expect(client?.phone).toMatch(/^\+\d+$/);
    expect(client?.birth_date).toBeNull();
    expect(client?.notes).toContain('Дата на раждане');
  });

  it('may be lines of a notebook', async () => {
    show(device, PATH, routes);
    await paste('Мария Иванова - 0887 123 456\nПетя - 0888 765 432\n');
    await user.click(await screen.findByRole('button', { name: 'Внеси 2 записа' }));
    expect(await names(2)).toEqual(['Мария Иванова', 'Петя']);
  });

  it('are contacts straight from the phone where the browser has them', async () => {
    const select = vi.fn().mockResolvedValue([{ name: ['Мария Иванова'], tel: ['0887 123 456', '02 987 6543'], email: [] }]);
    Object.assign(navigator, { contacts: { getProperties: async () => ['name', 'tel', 'email'], select } });
    try {
      show(device, PATH, routes);
      await user.click(await screen.findByRole('button', { name: 'Избери от контактите на телефона' }));
      await user.click(await screen.findByRole('button', { name: 'Внеси 1 запис' }));
      expect(await names(1)).toEqual(['Мария Иванова']);
    } finally {
      Reflect.deleteProperty(navigator, 'contacts');
    }
  });
});

describe('a price list', () => {
  it('is compared with the services, and what has no price costs nothing where a person says so', async () => {
    await addService(device.replica, { name_bg: 'Подстригване', price: 25, currency: 'BGN', category: 'Мъжко' });
    await choose(`${SERVICES}\nМасаж;;30;по договаряне;`, `${PATH}?kind=services`);
    expect(rowTexts().slice(2)).toEqual([
      expect.stringContaining('Същото имеПодстригване'),
      expect.stringContaining('Няма ценаГрешка'),
    ]);
    expect(screen.getByRole('link', { name: 'Подстригване' }).getAttribute('href')).toMatch(/^\/services\/edit\//);
    await user.click(preview().getByRole('button', { name: 'Приеми цена 0 за 1 ред без цена' }));
    expect(rowTexts()[3]).toContain('0,00 лв');
    await user.click(screen.getByRole('button', { name: 'Внеси 3 записа' }));
    const rows = await seen(services$(device.replica), (all) => all.length === 4);
    expect(rows.map(({ name, notes }) => [name, notes])).toEqual([
      ['Балеаж', null],
      ['Маникюр', null],
      ['Масаж', 'Цена: по договаряне'],
      ['Подстригване', null],
    ]);
  });

  it('says of each kind of remark what stands in the notes instead', async () => {
    await choose('Услуга;Времетраене;Цена\nМасаж;33;от 60\nМиглопластика;дълго;40\n', `${PATH}?kind=services`);
    expect(rowTexts()).toEqual([
      expect.stringMatching(
        /Времетраене „33“ \(закръглено нагоре до следващите 5 минути\).*Цена „от 60“ \(разчетена е само част\)/,
      ),
      expect.stringContaining('Времетраене „дълго“ (не се разчита)'),
    ]);
  });
});

it('products that were copied from a spreadsheet are shown, taken in with their groups, and taken back', async () => {
  await addProduct(device.replica, { name: 'Маска', sale_price: 5, currency: 'BGN', barcode: '111' });
  show(device, `${PATH}?kind=products`, routes);
  await paste(
    [
      'Артикул\tБаркод\tГрупа\tНаличност\tМярка\tДоставна\tЦена',
      'Шампоан\t3800054121071\tКоса\t1 200\tг\t11,50\t24',
      'Ампули\t\t\t12 бр.\t\t\t3',
      'Друга маска\t111\t\t1\t\t\t5',
    ].join('\n'),
  );
  await screen.findByRole('region', { name: 'Преглед' });
  expect(await columnFields()).toEqual(['Име', 'Баркод', 'Група', 'Количество', 'Мярка', 'Доставна цена', 'Продажна цена']);
  expect(rowTexts()).toEqual([
    expect.stringContaining('3800054121071 · Коса · 1 200 г · дост. 11,50 лв · 24,00 лвНов'),
    expect.stringContaining('12 бр. · 3,00 лвНов'),
    expect.stringContaining('Същият баркодМаска'),
  ]);
  await user.click(screen.getByRole('button', { name: 'Внеси 2 записа' }));
  const rows = await seen(products$(device.replica), (all) => all.length === 3);
  expect(rows.map(({ name }) => name)).toEqual(['Ампули', 'Маска', 'Шампоан']);
  expect((await seen(productGroups$(device.replica))).map(({ name }) => name)).toEqual(['Коса']);
  await user.click(await screen.findByRole('button', { name: 'Върни внасянето' }));
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Върни внасянето' }));
  await seen(products$(device.replica), (all) => all.length === 1);
  await waitFor(async () => expect(await seen(productGroups$(device.replica))).toEqual([]));
});

describe('more than is read as a table', () => {
  const wide = `${Array.from({ length: 101 }, (_, i) => `К${i}`).join('\t')}\nЙоана`;
  const long = `${Array.from({ length: 50 }, (_, i) => `К${i}`).join('\t')}\n${'Йоана\n'.repeat(20_000)}`;

  it.each([
    ['bg', 'bytes', 'Това са повече от 8 MB наведнъж. Разделете редовете на няколко файла и ги внесете един след друг.'],
    ['en', 'bytes', 'This is more than 8 MB at once. Split the rows into several files and import them one after the other.'],
    ['bg', 'rows', 'реда. Разделете редовете на няколко файла и ги внесете един след друг.'],
    ['en', 'rows', 'The table has more than 30,000 rows. Split them into several files'],
    ['bg', 'columns', 'В Excel или Google Sheets изтрийте колоните, които не са нужни, и опитайте отново.'],
    ['en', 'columns', 'The table has more than 100 columns. Delete the columns that are not needed'],
    ['bg', 'cells', 'клетки. Разделете редовете на няколко файла и ги внесете един след друг.'],
    ['en', 'cells', 'The table has more than 1,000,000 cells. Split the rows into several files'],
  ] as const)(
    'says in %s below the file which limit it is (%s) and what to do, and leaves what was pasted',
    async (language, limit, words) => {
      await setLanguage(language);
      show(device, PATH, routes);
      const box = await screen.findByLabelText<HTMLTextAreaElement>(/^(Или поставете тук|Or paste here)$/);
      fireEvent.change(box, { target: { value: 'Име\nЙоана' } });
      const bytes = `Име;Телефон\n${'Йоана Христова;0888123456\n'.repeat(350_000)}`.slice(0, 8 * 1024 * 1024 + 1);
      await pick(fileOf('old.csv', { bytes, rows: 'Йоана\n'.repeat(30_001), columns: wide, cells: long }[limit]));
      const alert = await screen.findByRole('alert');
      expect(alert.textContent).toContain(words);
      expect(alert.textContent).toContain('old.csv');
      expect(alert.closest('section:has(input)')).not.toBeNull();
      expect(box.value).toBe('Име\nЙоана');
    },
  );

  it('says it beside what was pasted, which stays to be shortened, and no longer once that is done', async () => {
    show(device, `${PATH}?kind=clients`, routes);
    const box = await screen.findByLabelText<HTMLTextAreaElement>('Или поставете тук');
    await paste(wide);
    await waitFor(() => expect(box.getAttribute('aria-invalid')).toBe('true'));
    expect(screen.getByRole('alert').id).toBe(box.getAttribute('aria-describedby'));
    expect(box.value).toBe(wide);
    fireEvent.change(box, { target: { value: 'Име\tТелефон\nЙоана\t0888123456' } });
    expect(screen.queryByRole('alert')).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Прочети' }));
    expect(await screen.findByRole('button', { name: 'Внеси 1 запис' })).toBeTruthy();
  });
});

it('what was pasted, or understood otherwise than was guessed, is not left without a question; a file that was only looked at is', async () => {
  const staysAfterQuestion = async () => {
    await user.click(screen.getByRole('link', { name: 'Към клиентите' }));
    const question = await screen.findByRole('alertdialog', { name: 'Да излезем ли без запазване?' });
    await user.click(within(question).getByRole('button', { name: 'Продължи редакцията' }));
  };
  const { path } = show(device, `${PATH}?kind=clients`, routes);
  await user.click(await screen.findByLabelText('Или поставете тук'));
  await user.paste('Име\tТелефон\nЙоана\t0888123456');
  await staysAfterQuestion();
  await user.click(screen.getByRole('button', { name: 'Прочети' }));
  await screen.findByRole('region', { name: 'Преглед' });
  await staysAfterQuestion();
  expect(path()).toBe(PATH);
  cleanup();
  const looked = await choose();
  await user.click(screen.getByRole('link', { name: 'Към клиентите' }));
  await waitFor(() => expect(looked.path()).toBe('/clients'));
});

it('an import that broke off goes on when the page is opened', async () => {
  const nobody = { phone: null, email: null, address: null, city: null, birth_date: null, notes: null };
  await beginImport(device.replica, 'clients', [{ ...nobody, first_name: 'Ана', last_name: 'Б' }], 'x.csv');
  show(device, PATH, routes);
  expect(await names(1)).toEqual(['Ана Б']);
  expect(await screen.findByText('x.csv')).toBeTruthy();
});

it('a disk that fails in the middle is said, and the import can be gone on with', async () => {
  const { write } = device.replica;
  (device.replica as { write: unknown }).write = () => Promise.reject(new Error('the disk is gone'));
  await choose('Name\nАна Б\n');
  await user.click(screen.getByRole('button', { name: 'Внеси 1 запис' }));
  await waitFor(() => expect(toastTexts()).toEqual(['the disk is gone']));
  (device.replica as { write: unknown }).write = write;
  await user.click(await screen.findByRole('button', { name: 'Продължи' }));
  expect(await names(1)).toEqual(['Ана Б']);
});
