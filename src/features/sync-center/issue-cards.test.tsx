// @vitest-environment happy-dom
import { cleanup, configure, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { StorageFullError } from '#data/failures.ts';
import { issues$, type SyncIssue } from '#data/issues.queries.ts';
import {
  at,
  deletedThere,
  editedThere,
  gone,
  type Meeting,
  openMeeting,
  overlap,
  refusedChange,
  refusedNewClient,
  twoMoves,
  twoPhones,
  twoSets,
} from '#data/issues.test-support.ts';
import { standingOf } from '#data/kept-rows.ts';
import { changeOf } from '#data/row-writes.ts';
import { clearToasts, show, toastTexts } from '#features/screen.test-support.tsx';
import { useReplica } from '#features/use-replica.ts';
import { fullDevice, leaveForLater } from '#features/use-saving.ts';
import { i18n, setLanguage } from '#i18n/i18n.ts';
import { toasts } from '#ui/toast-store.ts';
import { useLive } from '#ui/use-live.ts';
import { IssueList } from './issue-list.tsx';

function Issues() {
  const replica = useReplica();
  const issues = useLive(() => issues$(replica), [replica]);
  return issues ? <IssueList issues={issues} /> : null;
}

// Two cores shared with others: nothing here waits for time, but all of it waits for its turn.
configure({ asyncUtilTimeout: 10_000 });
const user = userEvent.setup();
let m: Meeting;
beforeEach(async () => {
  setLanguage('bg');
  clearToasts();
  m = await openMeeting();
});
afterEach(async () => {
  cleanup();
  await m.close();
});

const open = () => show(m, '/sync', { '/sync': <Issues /> });
const card = async (title: string | RegExp) => screen.findByRole('article', { name: title });
const button = (name: string | RegExp) => screen.getByRole('button', { name });
const press = async (name: string | RegExp) => user.click(await screen.findByRole('button', { name }));
const over = () => screen.findByText('Нищо не чака решение.');
/** As it is read: without the marks that hold a range of times together. */
const plain = (text: string | null | undefined) => (text ?? '').replaceAll('\u2060', '');
const said = async (title: string) => plain((await card(title)).textContent);
const onServer = async (table: Parameters<Meeting['onServer']>[0], id: string) => {
  await m.sync();
  return m.onServer(table, id);
};
const event = async (id: string) => (await standingOf(m.replica, 'events', id)).row;
const client = async (id: string) => (await standingOf(m.replica, 'clients', id)).row;
/** What was decided is said, with a way back. */
const undo = async () => {
  const action = () => toasts.store.getState().toasts.find((toast) => toast.open)?.action;
  await waitFor(() => expect(action()?.label).toBe('Върни'));
  action()?.onAction();
};
const afternoon = { start_time: at(14), end_time: at(15), resource_id: 'gabriela' };
const evening = { start_time: at(16), end_time: at(17), resource_id: 'maria' };

describe('two different changes of a field', () => {
  it('stand side by side in words, with the client’s name as the way to their form', async () => {
    await twoPhones(m);
    open();
    const text = await said('Две различни промени на един клиент');
    expect(text).toContain('Обединихме всичко освен: телефон.');
    expect(screen.getByRole('link', { name: 'Отвори: Силвия Маркова' }).getAttribute('href')).toBe('/clients/edit/silvia');
    expect(screen.getByRole('radiogroup', { name: 'Коя промяна да остане' })).toBeTruthy();
    const [mine, theirs] = screen.getAllByRole('radio');
    expect(plain(mine?.textContent)).toContain('Моята промяна0897 112 904това устройство');
    expect(plain(theirs?.textContent)).toMatch(/Другата промяна0897 112 940друго устройство, \d+:\d\d/);
    expect(mine?.getAttribute('aria-checked')).toBe('true');
    setLanguage('en');
    expect(await said('Two different changes to one client')).toContain('We merged everything except: phone.');
    expect(screen.getAllByRole('radio')[0]?.textContent).toContain('My change0897 112 904this device');
  });

  it('tell a booking by client, service, employee, day and time', async () => {
    await twoMoves(m);
    open();
    const text = await said('Две различни промени на един час');
    expect(text).toContain('Соня Милева · Маникюр · Мария Петрова · ср, 19/11/2036, 16:00–17:00');
    expect(text).toContain('Обединихме всичко освен: час, служител.');
    const [mine, theirs] = screen.getAllByRole('radio');
    expect(plain(mine?.textContent)).toContain('час: ср, 19/11/2036, 14:00–15:00служител: Габриела Илиева');
    expect(plain(theirs?.textContent)).toContain('час: ср, 19/11/2036, 16:00–17:00служител: Мария Петрова');
    expect(screen.getByRole('link').getAttribute('href')).toBe('/calendar?day=2036-11-19&event=agreed');
    setLanguage('en');
    expect(await said('Two different changes to one appointment')).toContain(
      'Соня Милева · Manicure · Мария Петрова · Wed, 19/11/2036, 16:00–17:00',
    );
  });

  it.each([
    ['bg', 'Запази избора', 'Вашата промяна остана'],
    ['en', 'Save the choice', 'Your change stays'],
  ] as const)('mine is saved with one tap (%s)', async (language, save, done) => {
    setLanguage(language);
    await twoMoves(m);
    open();
    await press(save);
    await screen.findByText(language === 'bg' ? 'Нищо не чака решение.' : 'Nothing needs a decision.');
    expect(toasts.store.getState().toasts[0]).toMatchObject({ title: done, description: 'Соня Милева' });
    expect(await onServer('events', 'agreed')).toMatchObject(afternoon);
  });

  it('theirs is saved once it is chosen, by keyboard too, and can be taken back', async () => {
    const issue = await twoMoves(m);
    open();
    await card(/Две различни промени/);
    screen.getAllByRole('radio')[0]?.focus();
    await user.keyboard('{ArrowRight}');
    expect(screen.getAllByRole('radio')[1]?.getAttribute('aria-checked')).toBe('true');
    await press('Запази избора');
    await over();
    expect(await event('agreed')).toMatchObject({ ...evening, pending: 0 });
    await undo();
    await card(/Две различни промени/);
    expect(await m.issues(1)).toEqual([issue]);
  });

  it('say so when the other side has changed again, and show that', async () => {
    await twoPhones(m);
    m.server.put('clients', 'silvia', { phone: '+359897000111' });
    await m.sync();
    open();
    expect(await said('Две различни промени на един клиент')).toContain('Междувременно има и по-нова промяна.');
    expect(screen.getAllByRole('radio')[1]?.textContent).toContain('0897 000 111');
  });

  it('are over when both sides became the same', async () => {
    await twoPhones(m);
    open();
    await card(/Две различни промени/);
    m.server.put('clients', 'silvia', { phone: '+359897112904' });
    await m.sync();
    await screen.findByText('Двете страни вече са еднакви.');
    expect(screen.queryAllByRole('radio')).toEqual([]);
    await press('Разбрах');
    await over();
  });

  it('say so when the record was deleted meanwhile; mine brings it back', async () => {
    await twoMoves(m);
    m.server.put('events', 'agreed', { deleted: true });
    await m.sync();
    open();
    expect(await said('Две различни промени на един час')).toContain('Вашият избор го връща.');
    expect(screen.queryByRole('link')).toBeNull();
    expect(screen.getAllByRole('radio')[1]?.textContent).toContain('изтрит запис');
    await press('Запази избора');
    await over();
    expect(await onServer('events', 'agreed')).toMatchObject({ ...afternoon, deleted: false });
  });

  it('keep everything and say why when the device is full', async () => {
    await twoPhones(m);
    m.replica.write = async () => {
      throw new StorageFullError('no room');
    };
    open();
    await press('Запази избора');
    await waitFor(() => expect(fullDevice.getState().unsaved?.what).toBe('Силвия Маркова'));
    leaveForLater();
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toContain('Паметта на устройството е пълна. Всичко остава тук');
    expect(await m.issues(1)).toHaveLength(1);
    expect(button('Запази избора').getAttribute('aria-busy')).toBeNull();
  });

  it('say that a client was erased meanwhile', async () => {
    const issue = await twoPhones(m);
    m.server.put('clients', 'silvia', { name: null, phone: null, deleted: true, erased_at: at(9) });
    await m.sync();
    await m.replica.putIssue(issue); // as a file from another device would
    open();
    await press('Запази избора');
    expect((await screen.findByRole('alert')).textContent).toContain('Клиентът е заличен по негово желание.');
  });

  it('name what was deleted, and say so', async () => {
    await twoMoves(m);
    m.server.put('resources', 'maria', { deleted: true });
    m.server.put('clients', 'sonya', { deleted: true });
    await m.sync();
    open();
    const text = await said('Две различни промени на един час');
    expect(text).toContain('Соня Милева (изтрит запис) · Маникюр · Мария Петрова (изтрит запис)');
    expect(text).not.toMatch(/maria|sonya/);
  });
});

describe('two sets of shifts', () => {
  it('are drawn line by line, and mine replaces theirs', async () => {
    await twoSets(m);
    open();
    const text = await said('Две различни разписания');
    expect(text).toContain('Габриела Илиева · всяка седмица, сряда');
    const [mine, theirs] = screen.getAllByRole('radio');
    expect(plain(mine?.textContent)).toContain('Моите смени10:00–13:0014:00–19:00');
    expect(plain(theirs?.textContent)).toContain('Другите смени12:00–20:00');
    setLanguage('en');
    expect(await said('Two different schedules')).toContain('every week, Wednesday');
    await press('Save the choice');
    await screen.findByText('Nothing needs a decision.');
    expect(await onServer('employee_weekly_shifts', 'gabriela/3/0')).toMatchObject({
      intervals: '[["10:00","13:00"],["14:00","19:00"]]',
    });
  });

  it('theirs may be a day off, or a day away with its kind', async () => {
    const rowId = 'gabriela/2036-11-19/0';
    const content = { resource_id: 'gabriela', date: '2036-11-19', deleted: false };
    const issue: SyncIssue = {
      ...{ id: 'one', table: 'employee_day_overrides', rowId, group: null, at: at(9) },
      kind: 'set',
      ours: { ...content, intervals: '[["10:00","12:00","time_off"],["19:00","21:00","additional_shift"]]' },
      server: { ...content, intervals: '[[null,null,"time_off"]]' },
    };
    await m.replica.putIssue(issue);
    m.server.put('employee_day_overrides', rowId, {
      ...{ resource_id: 'gabriela', date: '2036-11-19', type: 'time_off', intervals: '[[null,null,"time_off"]]' },
    });
    await m.sync();
    open();
    expect(await said('Две различни разписания')).toContain('Габриела Илиева · ср, 19/11/2036');
    const [mine, theirs] = screen.getAllByRole('radio');
    expect(plain(mine?.textContent)).toContain('отсъства 10:00–12:00на смяна 19:00–21:00');
    expect(plain(theirs?.textContent)).toContain('отсъства целия ден');
    if (theirs) await user.click(theirs);
    await press('Запази избора');
    await over();
  });
});

describe('a refused write', () => {
  it.each([
    ['bg', 'Новият запис не беше приет', '„телефон“ е твърде дълго: най-много 40 знака.'],
    ['en', 'The new record was not accepted', '“phone” is too long: at most 40 characters.'],
  ] as const)('says why in words, with its content and the way to its form (%s)', async (language, title, reason) => {
    setLanguage(language);
    await refusedNewClient(m);
    open();
    const text = await said(title);
    expect(text).toContain(reason);
    expect(text).not.toContain('violates');
    expect(text).toContain('Ина Фотева');
    expect(screen.getByRole('link', { name: language === 'bg' ? 'Поправи' : 'Correct it' }).getAttribute('href')).toBe(
      '/clients/edit/new',
    );
  });

  it('is sent again with one tap', async () => {
    await refusedNewClient(m);
    m.refuse(null);
    open();
    await press('Изпрати отново');
    await over();
    expect(toastTexts()).toEqual(['Ина Фотева']);
    expect(await onServer('clients', 'new')).toMatchObject({ name: 'Ина Фотева' });
  });

  it('goes by itself when it is corrected and taken', async () => {
    await refusedNewClient(m);
    open();
    await card('Новият запис не беше приет');
    m.refuse(null);
    await m.replica.write([changeOf('clients', 'new', { phone: '+359888000111' })]);
    await m.sync();
    await over();
  });

  it.each([
    ['bg', 'Откажи записа', 'Отказ', 'Нищо не чака решение.'],
    ['en', 'Discard the record', 'Cancel', 'Nothing needs a decision.'],
  ] as const)('of a new record is let go only after asking (%s)', async (language, discard, cancel, done) => {
    setLanguage(language);
    await refusedNewClient(m);
    open();
    await press(discard);
    const dialog = await screen.findByRole('alertdialog');
    expect(dialog.textContent).toContain('Ина Фотева');
    await user.click(within(dialog).getByRole('button', { name: cancel }));
    expect(await client('new')).not.toBeNull();
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    await press(discard);
    await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: discard }));
    await screen.findByText(done);
    expect((await standingOf(m.replica, 'clients', 'new')).state).not.toBe('there');
  });

  it('of a change shows that change alone, and discarding leaves the record', async () => {
    await refusedChange(m);
    open();
    const text = await said('Промяната не беше приета');
    expect(text).toContain('„бележки“ е твърде дълго: най-много 5000 знака.');
    expect(text).toContain('Вашето съдържаниеАлергия към амоняк');
    await press('Откажи промяната');
    await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Откажи промяната' }));
    await over();
    expect(await client('silvia')).toMatchObject({ notes: null, deleted: false });
  });

  it('of a deletion says that it is one', async () => {
    await m.replica.putIssue({
      ...{ id: 'x', kind: 'rejected', table: 'clients', rowId: 'silvia', group: null, code: '42501', at: at(9) },
      ours: { name: 'Силвия Маркова', deleted: true },
      server: { name: 'Силвия Маркова', deleted: false },
    });
    open();
    const text = await said('Промяната не беше приета');
    expect(text).toContain('Нямате право на тази промяна.');
    expect(text).toContain('изтриване на записа');
  });
});

describe('what was deleted there and changed here', () => {
  it.each([
    ['bg', 'Изтрито от друго устройство', 'Върни с моята промяна', 'Нищо не чака решение.'],
    ['en', 'Deleted on another device', 'Bring back with my change', 'Nothing needs a decision.'],
  ] as const)('comes back with my change (%s)', async (language, title, restore, done) => {
    setLanguage(language);
    await deletedThere(m);
    open();
    expect(await said(title)).toContain('19/11/2036, 14:00–15:00');
    await press(restore);
    await screen.findByText(done);
    expect(await onServer('events', 'agreed')).toMatchObject({ ...afternoon, deleted: false });
  });

  it('stays deleted, with a way back', async () => {
    const issue = await deletedThere(m);
    open();
    await press('Остави изтрит');
    await over();
    await undo();
    await card('Изтрито от друго устройство');
    expect(await m.issues(1)).toEqual([issue]);
  });

  it('says so when somebody brought it back; my change can still be added', async () => {
    await deletedThere(m);
    m.server.put('events', 'agreed', { deleted: false, status: 'completed' });
    await m.sync();
    open();
    expect(await said('Изтрито от друго устройство')).toContain('Междувременно някой го върна.');
    await press('Добави моята промяна');
    await over();
    expect(await onServer('events', 'agreed')).toMatchObject({ ...afternoon, status: 'completed' });
  });
});

describe('what was changed there and deleted here', () => {
  it.each([
    ['bg', 'Променено, след като го изтрихте', 'Запази записа', 'Нищо не чака решение.'],
    ['en', 'Changed after you deleted it', 'Keep the record', 'Nothing needs a decision.'],
  ] as const)('stays with their change (%s)', async (language, title, keep, done) => {
    setLanguage(language);
    await editedThere(m);
    open();
    expect(await said(title)).toContain('19/11/2036, 16:00–17:00');
    await press(keep);
    await screen.findByText(done);
    expect(await event('agreed')).toMatchObject({ ...evening, deleted: false });
  });

  it('is deleted after all, with a way back', async () => {
    await editedThere(m);
    open();
    await press('Изтрий въпреки това');
    await over();
    expect((await standingOf(m.replica, 'events', 'agreed')).state).toBe('deleted');
    await undo();
    await card('Променено, след като го изтрихте');
    await waitFor(async () => expect((await standingOf(m.replica, 'events', 'agreed')).state).toBe('there'));
  });
});

describe('what the server has forgotten', () => {
  it.each([
    ['bg', 'Този запис вече го няма', 'Създай отново', 'Нищо не чака решение.'],
    ['en', 'This record is no longer there', 'Make it again', 'Nothing needs a decision.'],
  ] as const)('is made again (%s)', async (language, title, make, done) => {
    setLanguage(language);
    await gone(m);
    open();
    expect(await said(title)).toContain('Соня Милева');
    await press(make);
    await screen.findByText(done);
    expect(await onServer('events', 'agreed')).toMatchObject(afternoon);
  });

  it('is let go only after asking', async () => {
    await gone(m);
    open();
    await press('Откажи се');
    await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Откажи се' }));
    await over();
    expect((await standingOf(m.replica, 'events', 'agreed')).state).toBe('none');
  });
});

describe('an overlap that appeared by syncing', () => {
  it('shows both bookings, both phones as links, and the nearest free slot', async () => {
    await overlap(m);
    open();
    const text = await said('Двоен час при Мария Петрова');
    expect(text).toContain('ср, 19/11/2036, 11:30. Записани са от две устройства за едно и също време.');
    const [denitsa, sonya] = screen.getAllByRole('radio');
    expect(denitsa?.textContent).toContain('11:00–12:15Деница КолеваГел лакостава');
    expect(sonya?.textContent).toContain('11:30–12:30Соня МилеваМаникюртози се мести');
    expect(screen.getByRole('link', { name: /Деница Колева.*0899 111 222/ }).getAttribute('href')).toBe('tel:+359899111222');
    expect(screen.getByRole('link', { name: 'Обадете се на Соня Милева, 0888 123 456' })).toBeTruthy();
    await screen.findByText(/Предложение: преместете Соня Милева в/);
    expect((await card(/Двоен час/)).textContent).toContain(
      'Предложение: преместете Соня Милева в 12:15 при Мария Петрова. Времето е свободно.',
    );
    setLanguage('en');
    expect(await said('Double booking with Мария Петрова')).toContain(
      'Suggestion: move Соня Милева to 12:15 with Мария Петрова. The time is free.',
    );
    expect(screen.getByRole('button', { name: 'Move to 12:15' })).toBeTruthy();
  });

  it('goes with one tap, and comes back with another', async () => {
    const issue = await overlap(m);
    open();
    await press('Премести в 12:15');
    await over();
    expect(await event(issue.rowId)).toMatchObject({ start_time: at(12, 15), end_time: at(13, 15), resource_id: 'maria' });
    await undo();
    await card(/Двоен час/);
    expect(await event(issue.rowId)).toMatchObject({ start_time: at(11, 30) });
  });

  it('the other booking moves when that is chosen', async () => {
    await overlap(m);
    open();
    await user.click(await screen.findByRole('radio', { name: /Деница Колева/ }));
    await press('Премести в 10:15');
    await over();
    expect(await event('desk')).toMatchObject({ start_time: at(10, 15), end_time: at(11, 30), resource_id: 'maria' });
  });

  it('more slots are at hand, other employees’ too', async () => {
    const issue = await overlap(m);
    open();
    await press('Още свободни часове');
    const slots = screen.getByRole('radiogroup', { name: 'Свободни часове за Соня Милева' });
    expect(within(slots).getAllByRole('radio')).toHaveLength(6);
    await user.click(within(slots).getByRole('radio', { name: '12:00, Габриела Илиева' }));
    expect((await card(/Двоен час/)).textContent).toContain('преместете Соня Милева в 12:00 при Габриела Илиева');
    await press('Премести в 12:00');
    await over();
    expect(await event(issue.rowId)).toMatchObject({ start_time: at(12), resource_id: 'gabriela' });
  });

  it('another time is chosen in the booking itself', async () => {
    const issue = await overlap(m);
    open();
    const other = await screen.findByRole('link', { name: 'Избери друго за Соня Милева' });
    expect(other.getAttribute('href')).toBe(`/calendar?day=2036-11-19&event=${issue.rowId}`);
  });

  it('is left for good, and can be asked about again', async () => {
    const issue = await overlap(m);
    open();
    await press('Остави двоен час');
    await over();
    await undo();
    await card(/Двоен час/);
    expect(await m.issues(1)).toEqual([issue]);
  });

  it('disappears when the two part elsewhere', async () => {
    await overlap(m);
    open();
    await card(/Двоен час/);
    m.server.put('events', 'desk', { status: 'cancelled' });
    await m.sync();
    await over();
  });
});

describe('the list', () => {
  const conflict = (id: string, minute: number): SyncIssue => ({
    ...{ id, kind: 'field', table: 'clients', rowId: 'silvia', group: ['city'], at: at(9, minute) },
    ours: { name: 'Силвия Маркова', city: `Град ${id}` },
    server: { name: 'Силвия Маркова', city: null },
  });

  it('gives the focus to the next card, then to the heading', async () => {
    await m.replica.putIssue(conflict('a', 2));
    await m.replica.putIssue(conflict('b', 1));
    open();
    const [first] = await screen.findAllByRole('button', { name: 'Запази избора' });
    if (first) await user.click(first);
    await waitFor(() => expect(screen.getAllByRole('article')).toHaveLength(1));
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('article')));
    await press('Запази избора');
    await over();
    await waitFor(() => expect(document.activeElement?.textContent).toContain('Нужно внимание'));
  });

  it('leaves the focus where it is when a card of nobody’s attention goes', async () => {
    await m.replica.putIssue(conflict('a', 2));
    await m.replica.putIssue(conflict('b', 1));
    open();
    const buttons = await screen.findAllByRole('button', { name: 'Запази избора' });
    buttons[1]?.focus();
    await m.replica.removeIssue('a');
    await waitFor(() => expect(screen.getAllByRole('article')).toHaveLength(1));
    expect(document.activeElement).toBe(button('Запази избора'));
  });

  it('shows the newest first, and how many there are', async () => {
    await m.replica.putIssue(conflict('a', 1));
    await m.replica.putIssue(conflict('b', 2));
    open();
    const cards = await screen.findAllByRole('article');
    expect(cards.map((one) => one.textContent?.includes('Град b'))).toEqual([true, false]);
    expect(screen.getByRole('heading', { level: 2 }).textContent).toContain('2');
  });
});

it('every column that a person may write has a name in both languages', async () => {
  const { TABLES } = await import('#schemas/registry.ts');
  const columns = Object.values(TABLES).flatMap((table) => Object.keys(table.columns));
  const nameless = ['bg', 'en'].flatMap((lng) => columns.filter((column) => !i18n.exists(`issues:field_${column}`, { lng })));
  expect(nameless).toEqual([]);
});
