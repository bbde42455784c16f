// @vitest-environment happy-dom
import { act, cleanup, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { I18nextProvider } from 'react-i18next';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { BookAnswer, PublicBooking, PublicSalon } from '#schemas/online.ts';
import { type BookingServer, CallError } from './booking-server.ts';
import { PageBoundary } from './page-boundary.tsx';
import { PublicPage } from './public-page.tsx';
import { bookTexts, showLanguage } from './texts.ts';

const user = userEvent.setup();
const TOKEN = '0123456789abcdef0123456789abcdef';
const START = '2026-11-30T08:30:00.000Z';
const LATER = '2026-12-15T09:00:00.000Z';

const SALON: PublicSalon = {
  ...{ slug: 'studio', name_bg: 'Студио Къдрица', name_en: 'Curl Studio', language: 'bg', zone: 'Europe/Sofia' },
  ...{ phone: '+359888123456', address: 'ул. „Шипка“ 12', about_bg: 'От 2009 г.', about_en: null },
  ...{ policy: 'Без закъснения.', policy_hash: 'hash', any: true, ask_email: 'optional', show_prices: true, approve: 'none' },
  ...{ min_notice: 120, cancel_until: 1440, first: '2026-11-27', last: '2027-01-26', paused_until: null, silent: false, bits: 4 },
  services: [
    {
      ...{ id: 'cut', name_bg: 'Подстригване', name_en: 'Haircut', category: 'Коса', minutes: 45, price: 30, currency: 'EUR' },
      ...{ offered_by: ['maria', 'desi'], own: [{ resource: 'desi', minutes: 60, price: 35, currency: 'EUR' }] },
    },
    {
      ...{ id: 'nails', name_bg: 'Маникюр', name_en: 'Manicure', category: null, minutes: 60, price: 25, currency: 'EUR' },
      ...{ offered_by: ['cveti'], own: [] },
    },
  ],
  employees: [
    { id: 'maria', name: 'Мария Петрова' },
    { id: 'desi', name: 'Десислава Илиева' },
    { id: 'cveti', name: 'Цветелина Иванова' },
  ],
};
const LEGS = [
  {
    ...{ service_id: 'cut', title: 'Подстригване', resource_id: 'maria', employee: 'Мария Петрова' },
    ...{ start: START, end: '2026-11-30T09:15:00.000Z', price: 30, currency: 'EUR' as const },
  },
];
const VISIT: PublicBooking = {
  ...{ slug: 'studio', name_bg: SALON.name_bg, name_en: SALON.name_en, zone: SALON.zone, phone: SALON.phone },
  ...{ address: SALON.address, live: true, state: 'booked', by: null, waits_for: null, until: null, legs: LEGS },
  ...{ made_at: '2026-11-27T08:00:00.000Z', seen_at: '2026-11-27T08:03:00.000Z', change_until: '2026-11-29T08:30:00.000Z' },
  ...{ services: ['cut'], resource: 'maria', language: 'bg' },
};
const answer = (state: BookAnswer['state'], more: Partial<BookAnswer> = {}): BookAnswer => ({
  ...{ state, token: null, legs: [], until: null, waits_for: null, near: [], field: null, bits: null, phone: null },
  ...more,
});
const MADE = answer('booked', { token: TOKEN, legs: LEGS });
const lost = () => new CallError('line', 'no answer');

const scrolled = Element.prototype.scrollIntoView;

let server: { [N in keyof BookingServer]: ReturnType<typeof vi.fn<BookingServer[N]>> };
beforeEach(async () => {
  vi.useFakeTimers({ now: Date.parse('2026-11-27T08:00:00Z'), toFake: ['Date'] });
  vi.spyOn(console, 'info').mockImplementation(() => undefined);
  vi.spyOn(console, 'error').mockImplementation((said: unknown) => {
    throw new Error(String(said)); // a text that is missing is said so
  });
  vi.spyOn(window, 'scrollTo').mockImplementation(() => undefined);
  // As newer browsers do: what an effect returns must be no promise.
  Element.prototype.scrollIntoView = async () => undefined;
  sessionStorage.clear();
  await showLanguage('bg');
  server = {
    salon: vi.fn(async (_slug) => SALON),
    slots: vi.fn(async (_slug, { from }) => ({
      ...{ until: from, last: SALON.last, silent: false, paused_until: null },
      starts: from === '2026-11-27' ? [START, '2026-11-30T10:00:00.000Z'] : [LATER],
    })),
    book: vi.fn(async () => MADE),
    booking: vi.fn(async () => VISIT),
    cancel: vi.fn(async () => ({ state: 'cancelled' as const, phone: null })),
    move: vi.fn(async () => answer('booked')),
  };
});
afterEach(() => {
  cleanup();
  Element.prototype.scrollIntoView = scrolled;
  vi.useRealTimers();
  history.replaceState(null, '', '/');
});

function open(hash = '', isFramed = false, slug = 'studio') {
  history.replaceState(null, '', `/b/${slug}${hash}`);
  render(
    <I18nextProvider i18n={bookTexts}>
      <PublicPage slug={slug} server={server} isFramed={isFramed} />
    </I18nextProvider>,
  );
}
const button = (name: string | RegExp) => screen.findByRole('button', { name });
const press = async (name: string | RegExp) => user.click(await button(name));
const title = (name: string) => screen.findByRole('heading', { level: 2, name });

/** To the form, with the first time of the first free day. */
async function toDetails(time = '10:30') {
  await user.click(await screen.findByRole('checkbox', { name: /Подстригване/ }));
  await press(/^Напред/);
  await user.click(await screen.findByRole('radio', { name: /Мария Петрова/ }));
  await press('Напред');
  await press(time);
  await screen.findByLabelText('Име и фамилия');
}
async function fillIn() {
  await user.type(screen.getByLabelText('Име и фамилия'), 'Йоана Христова');
  await user.type(screen.getByLabelText('Телефон'), '0888 765 432');
  await user.click(screen.getByRole('checkbox', { name: /Прочетох условията/ }));
}

describe('a booking', () => {
  it('is made in four steps, and sent once, with what was chosen and written', async () => {
    open();
    await toDetails();
    await fillIn();
    await user.type(screen.getByLabelText(/^Бележка/), 'Първи път');
    await press('Запази часа');
    await title('Часът е запазен');
    expect(server.book.mock.calls[0]?.[0]).toBe('studio');
    expect(server.book.mock.calls[0]?.[1]).toEqual({
      ...{ request: expect.stringMatching(/^[0-9a-f-]{36}$/), work: expect.stringMatching(/^[0-9]+$/) },
      ...{ services: ['cut'], resource: 'maria', start: START, name: 'Йоана Христова', phone: '+359888765432' },
      ...{ email: null, note: 'Първи път', language: 'bg', policyHash: 'hash' },
    });
    expect(server.book).toHaveBeenCalledTimes(1);
    expect(screen.getByText('понеделник, 30 ноември 2026, 10:30\u2060–\u206011:15')).toBeTruthy();
    expect(location.hash).toBe(`#v=${TOKEN}`); // a reload shows the visit
    expect(sessionStorage.length).toBe(0);
  });

  it('of what one person alone does skips the question with whom', async () => {
    server.salon.mockResolvedValue({ ...SALON, any: false });
    open();
    await user.click(await screen.findByRole('checkbox', { name: /Маникюр/ }));
    await press(/^Напред/);
    await title('Кога?');
    expect(server.slots).toHaveBeenCalledWith('studio', {
      services: ['nails'],
      resource: 'cveti',
      from: '2026-11-27',
      days: 14,
      token: null,
    });
  });

  it('of services of two people is with whoever is free, and nobody where that cannot be chosen', async () => {
    open();
    await user.click(await screen.findByRole('checkbox', { name: /Подстригване/ }));
    await user.click(screen.getByRole('checkbox', { name: /Маникюр/ }));
    await press(/^Напред · 1 ч 45 мин – 2 ч · от 55,00/);
    await title('Кога?');
    expect(server.slots).toHaveBeenCalledWith('studio', expect.objectContaining({ services: ['cut', 'nails'], resource: null }));
    cleanup();
    server.salon.mockResolvedValue({ ...SALON, any: false });
    open();
    await user.click(await screen.findByRole('checkbox', { name: /Подстригване/ }));
    await user.click(screen.getByRole('checkbox', { name: /Маникюр/ }));
    expect(screen.getByText(/^Никой не прави тези услуги заедно/)).toBeTruthy();
    await press(/^Напред/);
    expect(screen.queryByRole('heading', { name: 'Кога?' })).toBeNull();
  });

  it('with faults is not sent, says each of them, and has the focus on the first', async () => {
    open();
    await toDetails();
    await press('Запази часа');
    expect(screen.getByText('Напишете името си, поне две букви.')).toBeTruthy();
    expect(screen.getByText(/^Напишете телефон/)).toBeTruthy();
    expect(screen.getByText('Отбележете, че приемате условията.')).toBeTruthy();
    expect(document.activeElement).toBe(screen.getByLabelText('Име и фамилия'));
    expect(server.book).not.toHaveBeenCalled();
  });

  it('that came too late keeps what was written, and takes one of the nearest times by a press', async () => {
    server.book.mockResolvedValueOnce(answer('taken', { near: ['2026-11-30T10:00:00.000Z'] }));
    open();
    await toDetails();
    await fillIn();
    await press('Запази часа');
    await screen.findByText('Този час току-що беше зает.');
    expect(screen.getByLabelText<HTMLInputElement>('Име и фамилия').value).toBe('Йоана Христова');
    await press('пн, 30 ноември 2026, 12:00');
    await press('Запази часа');
    await title('Часът е запазен');
    expect(server.book.mock.lastCall?.[1].start).toBe('2026-11-30T10:00:00.000Z');
  });

  it('whose answer was lost is sent again with the same request, and is told from another one', async () => {
    server.book.mockRejectedValueOnce(lost());
    open();
    await toDetails();
    await fillIn();
    await press('Запази часа');
    await screen.findByText(/няма да се запази два пъти/);
    expect(screen.getByLabelText<HTMLInputElement>('Телефон').value).toBe('0888 765 432');
    // She takes another time; the first try was booked after all, and that is what the server says.
    await press('Назад');
    await press('12:00');
    await press('Запази часа');
    await title('Часът е запазен');
    const [first, second] = server.book.mock.calls.map(([, asked]) => asked.request);
    expect(second).toBe(first);
    expect(screen.getByText(/още с първия опит, за това време/)).toBeTruthy();
    expect(screen.getByText('понеделник, 30 ноември 2026, 10:30\u2060–\u206011:15')).toBeTruthy();
  });

  it('of which an earlier try is over by now is another one, by itself', async () => {
    server.book.mockResolvedValueOnce(answer('over'));
    open();
    await toDetails();
    await fillIn();
    await press('Запази часа');
    await title('Часът е запазен');
    expect(new Set(server.book.mock.calls.map(([, asked]) => asked.request)).size).toBe(2);
  });

  it('of which an earlier try may stand is another one only after a second press', async () => {
    server.book.mockResolvedValueOnce(answer('invalid', { field: 'request' }));
    open();
    await toDetails();
    await fillIn();
    await press('Запази часа');
    expect((await screen.findByRole('alert')).textContent).toContain('По-ранен опит от тази страница вече е запазил час.');
    expect(screen.getByRole('link', { name: /^Обади се/ })).toBeTruthy();
    expect(server.book).toHaveBeenCalledTimes(1);
    await press('Запази часа');
    await title('Часът е запазен');
    expect(new Set(server.book.mock.calls.map(([, asked]) => asked.request)).size).toBe(2);
  });

  it('that needs more work than was said does it and goes on', async () => {
    server.book.mockResolvedValueOnce(answer('work', { bits: 6 }));
    open();
    await toDetails();
    await fillIn();
    await press('Запази часа');
    await title('Часът е запазен');
    expect(server.book).toHaveBeenCalledTimes(2);
  });

  it('under terms that have just changed asks for the tick again, beside the new ones', async () => {
    server.book.mockResolvedValueOnce(answer('policy'));
    open();
    await toDetails();
    await fillIn();
    server.salon.mockResolvedValue({ ...SALON, policy: 'С капаро.', policy_hash: 'other' });
    await press('Запази часа');
    await screen.findByText('С капаро.');
    expect(screen.getByText(/^Условията на салона току-що се промениха/)).toBeTruthy();
    const tick = screen.getByRole<HTMLInputElement>('checkbox', { name: /Прочетох условията/ });
    expect(tick.checked).toBe(false);
    expect(screen.getByLabelText<HTMLInputElement>('Име и фамилия').value).toBe('Йоана Христова');
    await user.click(tick);
    await press('Запази часа');
    await title('Часът е запазен');
    expect(server.book.mock.lastCall?.[1].policyHash).toBe('other');
  });

  it('keeps what was written where the changed page cannot be read just now', async () => {
    server.book.mockResolvedValueOnce(answer('policy'));
    open();
    await toDetails();
    await fillIn();
    server.salon.mockRejectedValueOnce(lost());
    await press('Запази часа');
    await screen.findByText(/^Условията на салона току-що се промениха/);
    await waitFor(() => expect(server.salon).toHaveBeenCalledTimes(2));
    expect(screen.getByLabelText<HTMLInputElement>('Име и фамилия').value).toBe('Йоана Христова');
  });

  it('can be changed from the moment in which it is made, before it has been read again', async () => {
    server.booking.mockRejectedValue(lost());
    open();
    await toDetails();
    await fillIn();
    await press('Запази часа');
    await title('Часът е запазен');
    expect(screen.getByText(/отказва до неделя, 29 ноември 2026, 10:30\.$/)).toBeTruthy();
    expect(screen.queryByText(/Моля, обадете се/)).toBeNull();
    expect(await button('Премести')).toBeTruthy();
  });

  it.each([
    ['too_many', 'В момента онлайн не може да се запази повече. Моля, обадете се на салона.'],
    ['too_soon', 'Този час е твърде скоро за записване онлайн. Изберете по-късен или се обадете на салона.'],
  ] as const)('that the server answers with %s leads to the salon’s phone', async (state, text) => {
    server.book.mockResolvedValueOnce(answer(state));
    open();
    await toDetails();
    await fillIn();
    await press('Запази часа');
    const said = await screen.findByRole('alert');
    expect(within(said).getByText(text)).toBeTruthy();
    expect(
      within(said)
        .getByRole('link', { name: /0888 123 456/ })
        .getAttribute('href'),
    ).toBe('tel:+359888123456');
  });

  it('with a name that only the server takes for none says so of the name', async () => {
    server.book.mockResolvedValueOnce(answer('invalid', { field: 'name' }));
    open();
    await toDetails();
    await fillIn();
    await press('Запази часа');
    expect((await screen.findByRole('alert')).textContent).toBe('Напишете името си, поне две букви.');
    expect(screen.getByLabelText<HTMLInputElement>('Телефон').value).toBe('0888 765 432');
  });

  it('of a salon that has gone meanwhile ends at what is there', async () => {
    server.book.mockResolvedValueOnce(null);
    open();
    await toDetails();
    await fillIn();
    server.salon.mockResolvedValue(null);
    await press('Запази часа');
    await title('Няма такава страница');
  });

  it('says before it is sent that the salon has no internet, for a time within a day alone', async () => {
    server.salon.mockResolvedValue({ ...SALON, silent: true });
    vi.setSystemTime(Date.parse('2026-11-30T06:00:00Z'));
    open();
    await toDetails();
    expect(screen.getByText(/^В салона в момента няма интернет/)).toBeTruthy();
    expect(await button('Изпрати заявката')).toBeTruthy();
    cleanup();
    vi.setSystemTime(Date.parse('2026-11-27T08:00:00Z'));
    open();
    await toDetails();
    expect(screen.queryByText(/^В салона в момента няма интернет/)).toBeNull();
    expect(await button('Запази часа')).toBeTruthy();
  });
});

describe('free times', () => {
  it('are looked for until there are some, and the first free day is said', async () => {
    server.slots.mockImplementation(async (_slug, { from }) => ({
      ...{ until: from, last: SALON.last, silent: false, paused_until: null },
      starts: from === '2026-12-11' ? [LATER] : [],
    }));
    open();
    await user.click(await screen.findByRole('checkbox', { name: /Маникюр/ }));
    await press(/^Напред/);
    await user.click(await screen.findByRole('radio', { name: /Който е свободен/ }));
    await press('Напред');
    await screen.findByText('Няма свободно преди вторник, 15 декември 2026.');
    expect(server.slots.mock.calls.map(([, { from }]) => from)).toEqual(['2026-11-27', '2026-12-11']);
    expect(await button('11:00')).toBeTruthy();
  });

  it('that there are none of end with the last day that can be booked', async () => {
    server.slots.mockResolvedValue({ starts: [], until: '', last: SALON.last, silent: false, paused_until: null });
    open();
    await user.click(await screen.findByRole('checkbox', { name: /Маникюр/ }));
    await press(/^Напред/);
    await user.click(await screen.findByRole('radio', { name: /Цветелина/ }));
    await press('Напред');
    await screen.findByText(/^Няма свободно до вторник, 26 януари 2027\./);
    expect(server.slots.mock.lastCall?.[1]).toMatchObject({ from: '2027-01-22', days: 5 });
  });

  it('keep the focus on the arrow that has come to its end', async () => {
    open();
    await user.click(await screen.findByRole('checkbox', { name: /Маникюр/ }));
    await press(/^Напред/);
    await user.click(await screen.findByRole('radio', { name: /Цветелина/ }));
    await press('Напред');
    await press('Следващите две седмици');
    await press('По-ранните две седмици');
    const arrow = await button('По-ранните две седмици');
    expect(document.activeElement).toBe(arrow);
    expect([arrow.getAttribute('aria-disabled'), arrow.hasAttribute('disabled')]).toEqual(['true', false]);
    await user.click(arrow);
    expect(server.slots.mock.calls.map(([, { from }]) => from)).toEqual(['2026-11-27', '2026-12-11', '2026-11-27']);
  });

  it('that could not be read are asked for again', async () => {
    server.slots.mockRejectedValueOnce(new CallError('busy', '429'));
    open();
    await user.click(await screen.findByRole('checkbox', { name: /Подстригване/ }));
    await press(/^Напред/);
    await user.click(await screen.findByRole('radio', { name: /Мария/ }));
    await press('Напред');
    await screen.findByText(/^В момента питат много хора/);
    await press('Опитай отново');
    expect(await button('10:30')).toBeTruthy();
  });
});

describe('a page that takes no bookings', () => {
  it.each([
    ['is not there', null, 'Няма такава страница'],
    [
      'is paused',
      { ...SALON, paused_until: '2026-12-05T07:00:00.000Z' },
      'Без записвания онлайн до събота, 05 декември 2026, 9:00',
    ],
    ['has nothing to offer', { ...SALON, services: [] }, 'Още няма какво да се запази онлайн'],
  ] as const)('because it %s says so', async (_why, salon, said) => {
    server.salon.mockResolvedValue(salon as PublicSalon | null);
    open();
    await title(said);
    expect(screen.queryByRole('checkbox')).toBeNull();
  });

  it('because it was not reached asks again once there is a line', async () => {
    server.salon.mockRejectedValueOnce(lost());
    open();
    await screen.findByText('Страницата не е достъпна');
    act(() => void window.dispatchEvent(new Event('online')));
    await title('Какво да запазим?');
  });
});

describe('the link of a visit', () => {
  it('shows it as the server has it, and changes nothing by that', async () => {
    open(`#v=${TOKEN}`);
    await title('Вашият час');
    expect(screen.getByText('Салонът го има от 10:03.')).toBeTruthy();
    expect(server.cancel).not.toHaveBeenCalled();
    expect(server.move).not.toHaveBeenCalled();
    expect(server.book).not.toHaveBeenCalled();
  });

  it.each([
    [
      { state: 'requested', waits_for: 'desk', until: '2026-11-27T12:00:00.000Z', seen_at: null },
      'Заявката е изпратена',
      /^В салона в момента няма интернет\..* до 14:00 ще знаете\..* обадете: 0888 123 456/,
    ],
    [
      { state: 'requested', waits_for: 'desk', until: '2026-11-27T12:00:00.000Z' },
      'Заявката е изпратена',
      /^Салонът има заявката Ви, но още не може да обещае часа\. До 14:00 ще знаете\..* обадете: 0888 123 456/,
    ],
    [
      { state: 'requested', waits_for: 'approval', until: '2026-11-27T12:00:00.000Z' },
      'Заявката е изпратена',
      /^Салонът потвърждава всяка заявка/,
    ],
    [{ state: 'cancelled', by: 'customer' }, 'Часът е отказан', /^Вие го отказахте/],
    [{ state: 'cancelled', by: 'salon' }, 'Часът е отказан', /^Салонът го отказа/],
    [{ state: 'expired' }, 'Часът не е запазен', /^Никой не го потвърди навреме/],
    [{ state: 'booked', change_until: null }, 'Вашият час', /^Оттук вече не може да се премести/],
    [{ state: 'booked', change_until: '2026-11-26T08:30:00.000Z' }, 'Вашият час', /можеше да се промени оттук/],
  ] as const)('says of %o what it is', async (more, heading, said) => {
    server.booking.mockResolvedValue({ ...VISIT, ...more } as PublicBooking);
    open(`#v=${TOKEN}`);
    await title(heading);
    expect(screen.getByText(said)).toBeTruthy();
  });

  it('cancels after a question, and shows what became of it', async () => {
    open(`#v=${TOKEN}`);
    await press('Откажи часа');
    await press('Не, остави го');
    await press('Откажи часа');
    expect(server.cancel).not.toHaveBeenCalled();
    server.booking.mockResolvedValue({ ...VISIT, state: 'cancelled', by: 'customer', change_until: null });
    await press('Да, откажи го');
    await title('Часът е отказан');
    expect(server.cancel).toHaveBeenCalledTimes(1);
  });

  it('that comes too late to cancel gives the phone, and says so', async () => {
    server.cancel.mockResolvedValue({ state: 'too_late', phone: '0888' });
    open(`#v=${TOKEN}`);
    await press('Откажи часа');
    await press('Да, откажи го');
    await screen.findByText(/^Вече е късно да се откаже оттук/);
  });

  it('moves it to a time that is pressed, and a taken one is said with the nearest', async () => {
    server.move.mockResolvedValueOnce(answer('taken', { near: [LATER] }));
    open(`#v=${TOKEN}`);
    await press('Премести');
    await press('12:00');
    await screen.findByText(/^Този час току-що беше зает/);
    server.booking.mockResolvedValue({
      ...VISIT,
      legs: [{ ...LEGS[0], start: LATER, end: '2026-12-15T09:45:00.000Z' }],
    } as PublicBooking);
    await press('вт, 15 декември 2026, 11:00');
    await screen.findByText('Часът е преместен.');
    await screen.findByText('вторник, 15 декември 2026, 11:00\u2060–\u206011:45');
    // Its own time does not count.
    expect(server.slots.mock.calls.map(([, { token }]) => token)).toEqual([TOKEN, TOKEN]);
    expect(server.move.mock.calls.map(([token, { start, resource }]) => [token, start, resource])).toEqual([
      [TOKEN, '2026-11-30T10:00:00.000Z', 'maria'],
      [TOKEN, LATER, 'maria'],
    ]);
  });

  it('has the price that the salon has of it, and the words of whoever reads it', async () => {
    open(`#v=${TOKEN}`);
    expect(await screen.findByText('30,00 €')).toBeTruthy();
    await press('English');
    expect(await screen.findByText('Haircut')).toBeTruthy();
    cleanup();
    // What the salon calls otherwise by now, and a part without a price.
    const legs = [...LEGS, { ...(LEGS[0] as (typeof LEGS)[0]), title: 'Прическа', price: null, currency: null }];
    server.booking.mockResolvedValue({ ...VISIT, legs });
    open(`#v=${TOKEN}`);
    expect(await screen.findByText('Haircut, Прическа')).toBeTruthy();
    expect(screen.queryByText('Price')).toBeNull();
  });

  it('is told anew after it was changed, and nothing that is not true any more while that cannot be read', async () => {
    open(`#v=${TOKEN}`);
    await press('Откажи часа');
    server.booking.mockRejectedValueOnce(lost());
    await press('Да, откажи го');
    await screen.findByText('Страницата не е достъпна');
    expect(screen.queryByRole('button', { name: 'Откажи часа' })).toBeNull();
    server.booking.mockResolvedValue({ ...VISIT, state: 'cancelled', by: 'customer', change_until: null });
    await press('Опитай отново');
    await title('Часът е отказан');
  });

  it('stays where it is read again in vain', async () => {
    server.booking.mockResolvedValueOnce({ ...VISIT, seen_at: null });
    open(`#v=${TOKEN}`);
    await title('Вашият час');
    server.booking.mockRejectedValueOnce(lost());
    act(() => void document.dispatchEvent(new Event('visibilitychange')));
    await waitFor(() => expect(server.booking).toHaveBeenCalledTimes(2));
    expect(await button('Премести')).toBeTruthy();
    expect(screen.queryByText('Страницата не е достъпна')).toBeNull();
  });

  it('whose move had no answer is asked for with the same request at the same time, and with another one at another', async () => {
    server.move.mockRejectedValueOnce(lost()).mockRejectedValueOnce(lost());
    open(`#v=${TOKEN}`);
    await press('Премести');
    await press('12:00');
    await screen.findByText(/не знаем дали часът е преместен/);
    await press('12:00');
    await waitFor(() => expect(server.move).toHaveBeenCalledTimes(2));
    await press('10:30');
    await screen.findByText('Часът е преместен.');
    const [first, second, third] = server.move.mock.calls.map(([, { request }]) => request);
    expect(second).toBe(first);
    expect(third).not.toBe(first);
    expect(sessionStorage.length).toBe(0); // after a reload a move is another one
  });

  it('says that it is being moved until there is an answer', async () => {
    let settle: (said: BookAnswer) => void = () => undefined;
    server.move.mockReturnValueOnce(new Promise((resolve) => (settle = resolve)));
    open(`#v=${TOKEN}`);
    await press('Премести');
    await press('12:00');
    expect((await screen.findByRole('status')).textContent).toContain('Преместваме…');
    settle(answer('booked'));
    await screen.findByText('Часът е преместен.');
  });

  it('that was cancelled elsewhere meanwhile is shown so instead of being moved', async () => {
    server.move.mockResolvedValueOnce(answer('over'));
    open(`#v=${TOKEN}`);
    await press('Премести');
    server.booking.mockResolvedValue({ ...VISIT, state: 'cancelled', by: 'salon', change_until: null });
    await press('12:00');
    await title('Часът е отказан');
  });

  it('of a salon whose page is off shows the visit, which can be cancelled and not moved', async () => {
    server.salon.mockResolvedValue(null);
    server.booking.mockResolvedValue({ ...VISIT, live: false });
    open(`#v=${TOKEN}`);
    await title('Вашият час');
    expect(await button('Откажи часа')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Премести' })).toBeNull();
  });

  it('that leads to nothing says so', async () => {
    server.booking.mockResolvedValue(null);
    open(`#v=${TOKEN}`);
    await title('Тази връзка не води до час');
  });

  it('opens itself in a window where somebody else frames the page, and does nothing else there', async () => {
    open(`#v=${TOKEN}`, true);
    const link = await screen.findByRole<HTMLAnchorElement>('link', { name: 'Отвори часа в нов прозорец' });
    expect([link.target, link.rel, new URL(link.href).hash]).toEqual(['_blank', 'noopener', `#v=${TOKEN}`]);
    expect(server.booking).not.toHaveBeenCalled();
    expect(screen.queryByRole('button', { name: /Откажи|Премести/ })).toBeNull();
  });

  it('of a booking made in a frame stays out of its address, and is changed in a window', async () => {
    open('', true);
    await toDetails();
    await fillIn();
    await press('Запази часа');
    await title('Часът е запазен');
    expect(location.hash).toBe('');
    expect(screen.getByRole('link', { name: 'Отвори часа в нов прозорец' })).toBeTruthy();
    expect(screen.queryByRole('button', { name: /Откажи часа|Премести/ })).toBeNull();
  });
});

it('a former address leads to the one that is', async () => {
  open(`#v=${TOKEN}`, false, 'old-studio');
  await title('Вашият час');
  await waitFor(() => expect(location.pathname).toBe('/b/studio'));
  expect(location.hash).toBe(`#v=${TOKEN}`);
});

it('the page is in the other language by one press, with the salon’s name in it', async () => {
  open();
  await screen.findByRole('heading', { level: 1, name: 'Студио Къдрица' });
  await press('English');
  await screen.findByRole('heading', { level: 1, name: 'Curl Studio' });
  expect(document.documentElement.lang).toBe('en');
  await title('What would you like?');
  expect(screen.getByText('От 2009 г.')).toBeTruthy(); // what the salon has said in one language only
});

it('nothing that a salon has written is taken for a page’s own', async () => {
  const evil = '<img src=x onerror=alert(1)>';
  server.salon.mockResolvedValue({ ...SALON, name_bg: evil, about_bg: evil, address: evil, policy: evil });
  open();
  await screen.findByRole('heading', { level: 1, name: evil });
  expect(document.querySelector('img')).toBeNull();
});

function Broken(): never {
  throw new Error('broken');
}

it('a part that fails in itself leaves a sentence and a way to begin anew', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  render(
    <I18nextProvider i18n={bookTexts}>
      <PageBoundary>
        <Broken />
      </PageBoundary>
    </I18nextProvider>,
  );
  expect((await screen.findByRole('alert')).textContent).toContain('Нещо при нас не е наред.');
  expect(await button('Опитай отново')).toBeTruthy();
});
