// @vitest-environment happy-dom
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { strToU8, zipSync } from 'fflate';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { clients$ } from '#data/clients.queries.ts';
import { type Device, openDevice, seen } from '#data/replica.test-support.ts';
import { addEmployee } from '#data/resources.commands.ts';
import { changeOf, rowsWhere } from '#data/row-writes.ts';
import { clearToasts, show, toastTexts } from '#features/shared/screen.test-support.tsx';
import { formatShortDate } from '#i18n/formats.ts';
import { setLanguage } from '#i18n/i18n.ts';
import { begunImports } from './begun-imports.ts';
import { MoveInPage } from './move-in-page.tsx';

const user = userEvent.setup();
const PATH = '/salon/move-in';
let device: Device;

/** Returns noon in Sofia, so many days from today, as iCalendar writes it. */
const stamp = (days: number, hour = 10) => {
  const at = new Date(Date.now() + days * 86_400_000);
  at.setUTCHours(hour, 0, 0, 0);
  return at.toISOString().replace(/[-:]|\.\d{3}/g, '');
};
const entry = (uid: string, days: number, hour: number, summary: string, more = '') =>
  `BEGIN:VEVENT\r\nUID:${uid}\r\nDTSTAMP:${stamp(-1)}\r\nDTSTART:${stamp(days, hour)}\r\nDTEND:${stamp(days, hour + 1)}\r\nSUMMARY:${summary}\r\n${more}END:VEVENT\r\n`;
const calendar = (name: string, ...entries: readonly string[]) =>
  `BEGIN:VCALENDAR\r\nVERSION:2.0\r\nX-WR-CALNAME:${name}\r\n${entries.join('')}END:VCALENDAR\r\n`;

const IVO = calendar(
  'Работа',
  entry('a', 2, 8, 'Йоана Христова', 'DESCRIPTION:0888123456\r\n'),
  entry('b', 2, 8, 'Кирил Занев', 'DESCRIPTION:0899650018\r\n'),
  entry('c', 3, 9, 'Мими', 'DESCRIPTION:0897112904\r\nSTATUS:CANCELLED\r\n'),
  entry('d', -10, 9, 'Минала', 'DESCRIPTION:0878112904\r\n'),
);

beforeEach(async () => {
  await setLanguage('bg');
  sessionStorage.clear();
  localStorage.clear();
  device = await openDevice();
  await addEmployee(device.replica, { name: 'Ивайло Георгиев', color: '#3b82f6', email: 'ivo@example.com' });
  await addEmployee(device.replica, { name: 'Мария Петрова', color: '#7c3aed', email: 'maria@example.com' });
});
afterEach(async () => {
  cleanup();
  clearToasts();
  begunImports.setState({ of: null, imports: [] });
  vi.restoreAllMocks();
  await device.replica.close();
});

async function pick(...files: readonly (readonly [name: string, content: string | Uint8Array])[]): Promise<void> {
  const picker = await screen.findByLabelText('Избери файлове', { selector: 'input' });
  fireEvent.change(picker, { target: { files: files.map(([name, content]) => new File([content as BlobPart], name)) } });
  await screen.findByRole('region', { name: 'На кого са часовете' });
}
async function chooseIn(label: string, option: string): Promise<void> {
  await user.click(screen.getByLabelText(label));
  await user.click(await screen.findByRole('option', { name: option }));
}
const list = () => within(screen.getByRole('region', { name: 'Преглед' }));
const events = () => rowsWhere(device.replica, 'events', {});

describe('a calendar', () => {
  it('belongs to nobody until a person says whose it is; then its weeks are drawn, and come in with their clients', async () => {
    show(device, PATH, { [PATH]: <MoveInPage /> });
    await pick(['work.ics', IVO]);
    expect(await list().findByRole('button', { name: /^Без служител/ })).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Изберете служител' })).toBeTruthy();
    await chooseIn('Служител за Работа', 'Ивайло Георгиев');
    const weeks = within(await screen.findByRole('region', { name: 'Как ще изглеждат седмиците' }));
    expect(weeks.getAllByText(/застъпва се с друг час/)).toHaveLength(2);
    expect(list().getByRole('button', { name: 'Ново 2' })).toBeTruthy();
    expect(list().getByRole('button', { name: 'Отказано във файла 1' })).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Внеси 2 записа' }));
    await waitFor(() => expect(toastTexts()).toEqual(['Пренесено е']));
    expect(await events()).toHaveLength(2);
    const clients = await seen(clients$(device.replica), (rows) => rows.length === 2);
    expect(clients.map(({ name }) => name)).toEqual(['Йоана Христова', 'Кирил Занев']);
  });

  it('may come in an archive with others, as Google packs them: each has its own employee', async () => {
    show(device, PATH, { [PATH]: <MoveInPage /> });
    const packed = { 'me.ical/ivo.ics': strToU8(IVO), 'me.ical/maria.ics': strToU8(calendar('Мария', entry('m', 4, 9, 'Вера'))) };
    await pick(['me.ical.zip', zipSync(packed)]);
    expect(await screen.findByLabelText('Служител за Работа')).toBeTruthy();
    expect(screen.getByLabelText('Служител за Мария').textContent).toBe('Мария Петрова');
    expect(screen.getByRole('region', { name: 'maria.ics' })).toBeTruthy();
  });

  it('chosen again is the same, knows whose it was, and brings nothing twice', async () => {
    show(device, PATH, { [PATH]: <MoveInPage /> });
    await pick(['work.ics', IVO]);
    await chooseIn('Служител за Работа', 'Мария Петрова');
    await user.click(await screen.findByRole('button', { name: 'Внеси 2 записа' }));
    await waitFor(() => expect(toastTexts()).toEqual(['Пренесено е']));
    await pick(['work-2.ics', IVO]);
    expect(screen.getByLabelText('Служител за Работа').textContent).toBe('Мария Петрова');
    expect(await list().findByRole('button', { name: 'Без промяна 2' })).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Няма нищо ново' })).toBeTruthy();
    expect(await events()).toHaveLength(2);
  });

  it('has its past where a person wants it', async () => {
    show(device, PATH, { [PATH]: <MoveInPage /> });
    await pick(['work.ics', IVO]);
    await chooseIn('Служител за Работа', 'Мария Петрова');
    await user.click(screen.getByLabelText('Внеси и миналите часове'));
    expect(await screen.findByRole('button', { name: 'Внеси 3 записа' })).toBeTruthy();
  });

  it('has texts that name no service: a person says once which one is meant', async () => {
    await device.replica.write([changeOf('services', 'colour', { name: 'Боядисване', duration: 60, price: 80 })]);
    const file = calendar('Мария Петрова', entry('m', 4, 8, 'Балеаж - Йоана Христова'), entry('n', 5, 8, 'Вера Колева: балеаж'));
    show(device, PATH, { [PATH]: <MoveInPage /> });
    await pick(['maria.ics', file]);
    const texts = within(screen.getByRole('region', { name: 'Коя услуга е' }));
    expect(texts.getAllByRole('listitem').map((item) => item.textContent)).toEqual([expect.stringMatching(/^Балеаж2 часа/)]);
    await chooseIn('Услуга за „Балеаж“', 'Боядисване');
    await user.click(await screen.findByRole('button', { name: 'Внеси 2 записа' }));
    await waitFor(() => expect(toastTexts()).toEqual(['Пренесено е']));
    expect((await events()).map(({ title }) => title)).toEqual(['Боядисване', 'Боядисване']);
    await pick(['maria-2.ics', file]);
    expect(screen.getByLabelText('Услуга за „Балеаж“').textContent).toBe('Боядисване');
    expect(await screen.findByRole('button', { name: 'Няма нищо ново' })).toBeTruthy();
  });

  it('has lines of its own in the report of several, and one for each occurrence', async () => {
    show(device, PATH, { [PATH]: <MoveInPage /> });
    await pick(
      [
        'm.ics',
        calendar('Мария Петрова', entry('m', 4, 8, 'Йоана Христова', 'DESCRIPTION:0888123456\r\nRRULE:FREQ=DAILY;COUNT=2\r\n')),
      ],
      [
        'i.ics',
        calendar(
          'Ивайло Георгиев',
          entry('i', 4, 8, 'Кирил Занев', 'DESCRIPTION:0899650018\r\n'),
          'BEGIN:VEVENT\r\nSUMMARY:Без време\r\nEND:VEVENT\r\n',
        ),
      ],
    );
    await user.click(await screen.findByRole('button', { name: 'Внеси 3 записа' }));
    const report = within(await screen.findByRole('region', { name: 'Пренесено' }));
    const saved = vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:x');
    await user.click(report.getByRole('button', { name: 'Изтегли справката' }));
    await waitFor(() => expect(saved).toHaveBeenCalled());
    const [[file]] = saved.mock.calls as [[Blob]];
    const [, ...lines] = (await file.text()).trim().split('\r\n');
    const shortDate = (days: number) =>
      formatShortDate(new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10), 'bg');
    expect(
      lines.map((line) =>
        line
          .split(';')
          .slice(0, 4)
          .join(' ')
          .replace(/ \d\d?:00/, ''),
      ),
    ).toEqual([
      `i.ics 1 ${shortDate(4)} Кирил Занев Внесено`,
      'i.ics 2 Без време Без дата и час',
      `m.ics 1 ${shortDate(4)} Йоана Христова Внесено`,
      `m.ics 1 ${shortDate(5)} Йоана Христова Внесено`,
    ]);
  });

  it('asks for no service of a text that a price list beside it names', async () => {
    await device.replica.write([changeOf('services', 'colour', { name: 'Боядисване', duration: 60, price: 80 })]);
    show(device, PATH, { [PATH]: <MoveInPage /> });
    const picker = await screen.findByLabelText('Избери файлове', { selector: 'input' });
    const files = [
      ['prices.csv', 'Услуга;Цена\nБалеаж;120\nМасаж;40\n'],
      [
        'maria.ics',
        calendar('Мария Петрова', entry('m', 4, 8, 'Балеаж - Йоана Христова'), entry('n', 5, 8, 'Вера Колева: фризура')),
      ],
    ] as const;
    fireEvent.change(picker, { target: { files: files.map(([name, content]) => new File([content], name)) } });
    await user.click(await screen.findByRole('tab', { name: /^Часове/ }));
    const texts = within(await screen.findByRole('region', { name: 'Коя услуга е' }));
    expect(texts.getAllByRole('listitem').map((item) => item.textContent)).toEqual([expect.stringMatching(/^фризура1 час/)]);
    await user.click(await screen.findByRole('button', { name: 'Внеси 4 записа' }));
    await waitFor(() => expect(toastTexts()).toEqual(['Пренесено е']));
    expect((await events()).map(({ title }) => title).sort()).toEqual(['Балеаж', 'Вера Колева: фризура']);
  });

  it('of each employee is planned together with the others', async () => {
    show(device, PATH, { [PATH]: <MoveInPage /> });
    await pick(
      ['Мария Петрова.ics', calendar('Мария Петрова', entry('m', 4, 8, 'Йоана Христова', 'DESCRIPTION:0888123456\r\n'))],
      ['Ивайло.ics', calendar('Ивайло Георгиев', entry('i', 4, 8, 'Кирил Занев', 'DESCRIPTION:0899650018\r\n'))],
    );
    expect(screen.getAllByRole('tab').map((tab) => tab.textContent)).toEqual(['Часове 2']);
    expect(screen.getByLabelText('Служител за Мария Петрова').textContent).toBe('Мария Петрова');
    expect(screen.queryByText(/застъпва се с друг час/)).toBeNull();
  });
});

it('a table of appointments has its columns, and may be said to be something else', async () => {
  const at = new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 10);
  show(device, PATH, { [PATH]: <MoveInPage /> });
  await pick([
    'list.csv',
    `Дата,Час,Клиент,Телефон,Услуга,Служител\n${at},10:00,Йоана Христова,0888123456,Подстригване,Мария Петрова\n`,
  ]);
  expect(screen.getByRole('tab', { name: /^Часове/ })).toBeTruthy();
  const columns = within(screen.getByRole('region', { name: 'Какво има в колоните' }));
  await user.click(columns.getByRole('button', { name: 'Промени' }));
  expect(columns.getAllByRole('listitem')).toHaveLength(6);
  expect(await screen.findByRole('button', { name: 'Внеси 1 запис' })).toBeTruthy();
  await chooseIn('Това са', 'Клиенти');
  expect(await screen.findByRole('tab', { name: /^Клиенти 1/ })).toBeTruthy();
});

it('a column of a table of appointments that looks like something and is left out is said, and taken at a press', async () => {
  const at = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
  show(device, PATH, { [PATH]: <MoveInPage /> });
  await pick([
    'list.csv',
    `Дата,Час,Клиент,Връзка,Записан на,Служител\n${at(3)},10:00,Йоана Христова,0888123456,${at(-3)},Мария Петрова\n`,
  ]);
  await user.click(screen.getByRole('button', { name: 'Внеси като: Телефон' }));
  // Another date than the appointment's goes where nothing is taken for a time.
  await user.click(await screen.findByRole('button', { name: 'Внеси като: Бележки' }));
  await waitFor(() => expect(screen.queryByRole('button', { name: /^Внеси като/ })).toBeNull());
  await user.click(await screen.findByRole('button', { name: 'Внеси 1 запис' }));
  await waitFor(() => expect(toastTexts()).toEqual(['Пренесено е']));
  expect((await events()).map(({ notes, start_time }) => [notes, start_time.slice(0, 10)])).toEqual([[at(-3), at(3)]]);
  expect((await seen(clients$(device.replica), (rows) => rows.length === 1)).map(({ phone }) => phone)).toEqual([
    '+359888123456',
  ]);
});
