// @vitest-environment happy-dom
import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { StorageFullError } from '#data/failures.ts';
import type { SyncIssue } from '#data/issues/issues.queries.ts';
import { at, deletedThere, twoMoves, twoPhones, twoSets } from '#data/issues/issues.test-support.ts';
import { changeOf } from '#data/row-writes.ts';
import { leaveForLater, storageFull } from '#features/shared/use-saving.ts';
import { setLanguage } from '#i18n/i18n.ts';
import { toasts } from '#ui/overlay/toast-store.ts';
import {
  afternoon,
  button,
  card,
  client,
  evening,
  event,
  m,
  onServer,
  open,
  over,
  plain,
  press,
  said,
  undo,
  user,
} from './issues.test-support.tsx';

describe('two different changes of a field', () => {
  it('stand side by side in words, with the client’s name as the way to their card', async () => {
    await twoPhones(m);
    open();
    const text = await said('Две различни промени на един клиент');
    expect(text).toContain('Обединихме всичко освен: телефон.');
    expect(screen.getByRole('link', { name: 'Отвори: Силвия Маркова' }).getAttribute('href')).toBe('/clients/silvia');
    expect(screen.getByRole('radiogroup', { name: 'Коя промяна да остане' })).toBeTruthy();
    const [mine, theirs] = screen.getAllByRole('radio');
    expect(plain(mine?.textContent)).toContain('Моята промяна0897 112 904това устройство');
    expect(plain(theirs?.textContent)).toMatch(/Другата промяна0897 112 940друго устройство, (ср, 18\/11\/2026, )?10:00/);
    expect(mine?.getAttribute('aria-checked')).toBe('true');
    setLanguage('en');
    expect(await said('Two different changes to one client')).toContain('We merged everything except: phone.');
    expect(screen.getAllByRole('radio')[0]?.textContent).toContain('My change0897 112 904this device');
  });

  it('tell no time of what was written here since: the one that is known is of before', async () => {
    await twoPhones(m);
    await m.replica.write([changeOf('clients', 'silvia', { phone: '+359897112955' })]);
    await m.sync();
    open();
    expect(await said('Две различни промени на един клиент')).toContain('Междувременно има и по-нова промяна.');
    const [, theirs] = screen.getAllByRole('radio');
    expect(plain(theirs?.textContent)).toMatch(/0897 112 955друго устройство$/);
  });

  it('say nothing of what stands the same on both sides of one decision', async () => {
    m.offline();
    await m.replica.write([changeOf('events', 'agreed', { notes: 'Без аромат' })]);
    m.server.put('events', 'agreed', { notes: 'Иска и маска' });
    await m.sync();
    open();
    expect(await said('Две различни промени на един час')).toContain('Обединихме всичко освен: бележки.');
    const [mine, theirs] = screen.getAllByRole('radio');
    expect(mine?.textContent).toContain('Моята промянаБез ароматтова устройство');
    expect(theirs?.textContent).toContain('Другата промянаИска и маска');
    expect(theirs?.textContent).not.toContain('Соня');
  });

  it('of a product’s sale price, with the price that follows it, are one question', async () => {
    m.server.put('products', 'dye', { name: 'Боя', sale_price: 10, price: 10, group_id: null, group_name: null });
    await m.sync();
    m.offline();
    await m.replica.write([changeOf('products', 'dye', { sale_price: 12, price: 12 })]);
    m.server.put('products', 'dye', { sale_price: 15, price: 15 });
    await m.sync();
    open();
    expect(await said('Две различни промени на един продукт')).toContain('Обединихме всичко освен: продажна цена.');
    expect(screen.getAllByRole('radio').map((side) => side.textContent?.replace(/\u00a0/g, ' '))).toEqual([
      expect.stringContaining('12,00 лв'),
      expect.stringContaining('15,00 лв'),
    ]);
    await press('Запази избора');
    await over();
    expect(await onServer('products', 'dye')).toMatchObject({ sale_price: 12, price: 12 });
  });

  it('of a price name the currency of each side', async () => {
    m.offline();
    await m.replica.write([changeOf('services', 'nails', { price: 50, currency: 'BGN' })]);
    m.server.put('services', 'nails', { price: 20.45, currency: 'EUR' });
    await m.sync();
    open();
    expect(await said('Две различни промени на една услуга')).toContain('Обединихме всичко освен: цена.');
    expect(screen.getAllByRole('radio').map((side) => side.textContent?.replace(/\u00a0/g, ' '))).toEqual([
      expect.stringContaining('50,00 лв'),
      expect.stringContaining('20,45 €'),
    ]);
    await press('Запази избора');
    await over();
    expect(await onServer('services', 'nails')).toMatchObject({ price: 50, currency: 'BGN' });
  });

  it('of a client’s name tell it whole where only its parts are stored', async () => {
    m.offline();
    const mine = { name: 'Силвия Илиева', first_name: 'Силвия', last_name: 'Илиева' };
    await m.replica.write([changeOf('clients', 'silvia', mine)]);
    m.server.put('clients', 'silvia', { name: null, first_name: 'Силвия', last_name: 'Тодорова' });
    await m.sync();
    open();
    await said('Две различни промени на един клиент');
    expect(screen.getAllByRole('radio')[1]?.textContent).toContain('Силвия Тодорова');
  });

  it('of who offers a service say everybody where nobody is named', async () => {
    m.server.put('services', 'nails', { resource_ids: '["desi","maria"]' });
    await m.sync();
    m.offline();
    await m.replica.write([changeOf('services', 'nails', { resource_ids: '["maria"]' })]);
    m.server.put('services', 'nails', { resource_ids: null });
    await m.sync();
    open();
    expect(await said('Две различни промени на една услуга')).toContain('Обединихме всичко освен: предлага се от.');
    expect(screen.getAllByRole('radio')[1]?.textContent).toContain('Другата промянавсички');
    setLanguage('en');
    expect(await said('Two different changes to one service')).toContain('The other changeeverybody');
  });

  it('two counts of a product may be added up, by whoever asks for it', async () => {
    m.server.put('products', 'dye', { name: 'Боя', quantity: 40 });
    await m.sync();
    m.offline();
    await m.replica.write([changeOf('products', 'dye', { quantity: 1012 })]);
    m.server.put('products', 'dye', { quantity: 25 });
    await m.sync();
    open();
    expect(await said('Две различни промени на един продукт')).toContain('Обединихме всичко освен: количество.');
    const [mine, theirs, sum] = screen.getAllByRole('radio');
    expect([mine, theirs, sum].map((side) => side?.textContent)).toEqual([
      expect.stringContaining('1\u202f012'),
      expect.stringContaining('25'),
      expect.stringMatching(/^Събери двете1\u202f037/),
    ]);
    expect(mine?.getAttribute('aria-checked')).toBe('true');
    await user.click(sum as HTMLElement);
    await press('Запази избора');
    await over();
    expect(await onServer('products', 'dye')).toMatchObject({ quantity: 1037 });
    await undo();
    expect(await said('Две различни промени на един продукт')).toContain('количество');
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

  it('stays under the finger, as it was chosen, while one more of our changes is added to it', async () => {
    await twoMoves(m);
    open();
    await card(/Две различни промени/);
    const theirs = screen.getByRole('radio', { name: /Другата промяна/ });
    await user.click(theirs);
    m.offline();
    await m.replica.write([changeOf('events', 'agreed', { start_time: at(15), end_time: at(16) })]);
    m.server.put('events', 'agreed', { start_time: at(17), end_time: at(18), resource_id: 'gabriela' });
    await m.sync();
    await waitFor(() => expect(screen.getAllByRole('radio')).toHaveLength(3));
    expect(screen.getByRole('radio', { name: /Другата промяна.*17:00/ })).toBe(theirs);
    expect(theirs.getAttribute('aria-checked')).toBe('true');
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

  describe('of which several contents wait', () => {
    const sides = () => screen.getAllByRole('radio').map((side) => plain(side.textContent));
    /** A second phone for the same client, written a day before; by a file where it is said. */
    const another = async (more: Partial<SyncIssue> = {}) => {
      const issue = await twoPhones(m);
      const older = {
        ...issue,
        id: `${issue.id}x`,
        ours: { ...issue.ours, phone: '+359897112955' },
        at: '2026-11-17T08:00:00.000Z',
      };
      await m.replica.putIssue({ ...older, ...more });
      return issue;
    };

    it('stand on one card, each with where and when it was kept, and the server’s', async () => {
      await another({ fromFile: true });
      open();
      expect(await said('Няколко различни промени на един клиент')).toContain('Обединихме всичко освен: телефон.');
      expect(screen.getAllByRole('article')).toHaveLength(1);
      expect(sides()).toEqual([
        expect.stringMatching(/^Моята промяна0897 112 904това устройство, /),
        expect.stringMatching(/^Моята промяна0897 112 955от файл, вт, 17\/11\/2026, 10:00$/),
        expect.stringMatching(/^Другата промяна0897 112 940/),
      ]);
      setLanguage('en');
      await card('Several different changes to one client');
      expect(sides()[1]).toContain('from a file, Tue, 17/11/2026, 10:00');
    });

    it('one is chosen: it is written, all of them are decided, and all come back together', async () => {
      await another();
      open();
      await card(/Няколко различни/);
      await user.click(screen.getAllByRole('radio')[1] as HTMLElement);
      await press('Запази избора');
      await over();
      expect(await client('silvia')).toMatchObject({ phone: '+359897112955', pending: 1 });
      await undo();
      await card(/Няколко различни/);
      expect((await m.issues(2)).map(({ ours }) => ours?.phone).sort()).toEqual(['+359897112904', '+359897112955']);
    });

    it('the server’s is kept: all of them are decided', async () => {
      await another();
      open();
      await card(/Няколко различни/);
      await user.click(screen.getAllByRole('radio')[2] as HTMLElement);
      await press('Запази избора');
      await over();
      expect(await client('silvia')).toMatchObject({ phone: '+359897112940', pending: 0 });
      expect(await m.issues(0)).toEqual([]);
    });

    it('one that is decided in another window leaves the others on the card', async () => {
      const issue = await another();
      open();
      await card(/Няколко различни/);
      await m.replica.removeIssue(issue.id);
      await card('Две различни промени на един клиент');
      expect(sides()).toHaveLength(2);
      expect(sides()[0]).toContain('0897 112 955');
    });

    it('of a record that is deleted there are chosen from in the same way', async () => {
      const issue = await deletedThere(m);
      const later = { ...issue, id: `${issue.id}x`, ours: { ...issue.ours, start_time: at(17), end_time: at(18) } };
      await m.replica.putIssue(later);
      open();
      await card('Изтрито от друго устройство');
      expect(sides()).toHaveLength(3);
      expect(sides()[2]).toContain('изтрит запис');
      const seventeen = screen.getAllByRole('radio').find((side) => plain(side.textContent).includes('17:00–18:00'));
      await user.click(seventeen as HTMLElement);
      await press('Запази избора');
      await over();
      expect(await onServer('events', 'agreed')).toMatchObject({ start_time: at(17), deleted: false });
    });
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
    await waitFor(() => expect(storageFull.getState().unsaved?.what).toBe('Силвия Маркова'));
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

describe('two answers to a customer’s request', () => {
  it('are asked about with the phone at hand: confirmed here, and run out on the server', async () => {
    m.server.put('events', 'agreed', { status: 'booked', source: 'online', requested_until: at(9) });
    await m.sync();
    m.offline();
    await m.replica.write([changeOf('events', 'agreed', { requested_until: null })]);
    m.server.put('events', 'agreed', { status: 'cancelled' });
    await m.sync();
    open();
    const text = await said('Различен отговор на клиент');
    expect(text).toContain('Обадете му се, преди да изберете.');
    expect(screen.getByRole('link', { name: /Обадете се на/ }).getAttribute('href')).toMatch(/^tel:/);
    const [mine, theirs] = screen.getAllByRole('radio');
    expect(plain(mine?.textContent)).toContain('записан');
    expect(plain(theirs?.textContent)).toContain('отказан');
    await press('Запази избора');
    await over();
    expect(await onServer('events', 'agreed')).toMatchObject({ status: 'booked', requested_until: null });
  });

  it('declined here, and settled by the server: what is chosen is written, and no instant is', async () => {
    m.server.put('events', 'agreed', { status: 'booked', source: 'online', requested_until: at(9) });
    await m.sync();
    m.offline();
    await m.replica.write([changeOf('events', 'agreed', { status: 'cancelled' })]);
    m.server.put('events', 'agreed', { requested_until: null });
    await m.sync();
    open();
    await card('Различен отговор на клиент');
    await press('Запази избора');
    await over();
    expect(await onServer('events', 'agreed')).toMatchObject({ status: 'cancelled', requested_until: null });
  });

  it.each([
    ['completed', 'no-show', false],
    ['completed', 'cancelled', true],
  ] as const)(
    '%s here and %s there of what was booked online: only what its client may have read is an answer',
    async (ours, theirs, isOne) => {
      m.server.put('events', 'agreed', { status: 'booked', source: 'online' });
      await m.sync();
      m.offline();
      await m.replica.write([changeOf('events', 'agreed', { status: ours })]);
      m.server.put('events', 'agreed', { status: theirs });
      await m.sync();
      open();
      await screen.findAllByRole('radio');
      expect(screen.queryByText(/Обадете му се, преди да изберете/) !== null).toBe(isOne);
    },
  );
});
