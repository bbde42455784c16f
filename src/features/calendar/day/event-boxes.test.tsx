// @vitest-environment happy-dom
import { cleanup, render } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { EventView } from '#calendar/reads/day-view.ts';
import { setLanguage } from '#i18n/i18n.ts';
import { EventBoxes } from './event-boxes.tsx';

const HOUR: Omit<EventView, 'id'> = {
  ...{ columnId: 'maria', from: 600, to: 660, top: 600, bottom: 660, lane: 0, lanes: 1, span: 1, aside: false, rail: null },
  ...{ time: '10:00–11:00', name: 'Йоана Христова', service: 'Подстригване', note: null, label: '10:00–11:00, Йоана Христова' },
  ...{ color: '#7c3aed', fill: 'booked', unsent: false, trouble: null, double: false, open: false },
  ...{ fixed: false, onlyRead: false, updating: false },
};
const view = (id: string, more: Partial<EventView> = {}): EventView => ({ id, ...HOUR, ...more });

function draw(...events: EventView[]) {
  return drawIn(1, ...events);
}
/** @param text how large it is, of its usual size */
function drawIn(text: number, ...events: EventView[]) {
  const element = (list: readonly EventView[]) => <EventBoxes events={list} hourHeight={80} hit={24} text={text} />;
  const { container, rerender } = render(element(events));
  const boxes = () => [...container.querySelectorAll<HTMLButtonElement>('[data-event]')];
  return {
    ids: () => boxes().map((box) => box.dataset.event),
    box: (id: string) => boxes().find((box) => box.dataset.event === id) as HTMLButtonElement,
    redraw: (...next: EventView[]) => rerender(element(next)),
  };
}

/** What one sees of a box: a style draws the start before a name from the attribute. */
function seenIn(box: HTMLElement): string {
  const start = box.querySelector<HTMLElement>('[data-start]')?.dataset.start;
  return `${start === undefined ? '' : `${start} `}${box.textContent}`;
}

beforeEach(() => setLanguage('bg'));
afterEach(cleanup);

it('draws the appointments in their order, and follows it when one comes, goes or changes its place', () => {
  const day = draw(view('a'), view('b'), view('c'));
  expect(day.ids()).toEqual(['a', 'b', 'c']);
  day.redraw(view('c'), view('d'), view('a'));
  expect(day.ids()).toEqual(['c', 'd', 'a']);
  day.redraw(view('x'), view('y'));
  expect(day.ids()).toEqual(['x', 'y']);
  day.redraw();
  expect(day.ids()).toEqual([]);
});

it('keeps the element of an appointment that changed, with what others set on it', () => {
  const day = draw(view('a'));
  const box = day.box('a');
  box.tabIndex = 0;
  box.dataset.selected = '';
  day.redraw(view('a', { from: 615, top: 615, time: '10:15–11:00', name: 'Ани Илиева', label: '10:15–11:00, Ани Илиева' }));
  expect(day.box('a')).toBe(box);
  expect([box.tabIndex, box.dataset.selected]).toEqual([0, '']);
  expect(box.textContent).toBe('10:15–11:00 Ани Илиева Подстригване ');
  expect(box.getAttribute('aria-label')).toBe('10:15–11:00, Ани Илиева');
});

it('gives a quarter of an hour a whole line where an hour is lowest, and what is shorter none', () => {
  const day = draw(view('quarter', { to: 615, bottom: 615 }), view('ten', { to: 610, bottom: 610 }), view('hour'));
  const whole = (id: string) => day.box(id).classList.contains('whole-line');
  expect([whole('quarter'), whole('ten'), whole('hour')]).toEqual([true, false, false]);
});

it('does not touch the box of an appointment that is the same', () => {
  const same = view('a');
  const day = draw(same, view('b'));
  const name = day.box('a').querySelector('.n');
  day.redraw(same, view('b', { name: 'Друга' }));
  expect(day.box('a').querySelector('.n')).toBe(name);
});

it('leaves the focus on an appointment that a change takes before or after others', () => {
  const day = draw(view('a'), view('b'), view('c'));
  const blurred: string[] = [];
  const box = day.box('b');
  box.addEventListener('blur', () => blurred.push('b'));
  box.focus();
  day.redraw(view('b'), view('a'), view('c'));
  expect(day.ids()).toEqual(['b', 'a', 'c']);
  day.redraw(view('c'), view('a'), view('b'));
  expect(day.ids()).toEqual(['c', 'a', 'b']);
  expect(document.activeElement).toBe(box);
  expect(blurred).toEqual([]);
});

it('shows a name that looks like markup as it was typed', () => {
  const day = draw(view('a', { name: '<img src=x onerror=alert(1)>' }));
  expect(day.box('a').querySelector('.n')?.textContent).toBe('<img src=x onerror=alert(1)> ');
  expect(day.box('a').querySelector('img')).toBeNull();
});

it('says less the lower a box is: without the service, then the start and the name in one line, then the name alone', () => {
  const note = { note: 'без амоняк' };
  const day = draw(
    view('hour', { ...note, bottom: 660 }),
    view('half', { ...note, bottom: 635 }),
    view('line', { ...note, bottom: 625, service: null }),
    view('lunch', { fill: 'blocked', name: 'Обяд', service: null, bottom: 625 }),
    view('quarter', { ...note, bottom: 615 }),
  );
  expect(day.box('hour').textContent).toBe('10:00–11:00 Йоана Христова Подстригване без амоняк');
  expect(day.box('half').textContent).toBe('10:00–11:00 Йоана Христова ');
  expect(seenIn(day.box('line'))).toBe('10:00 Йоана Христова ');
  expect(seenIn(day.box('lunch'))).toBe('10:00 Обяд ');
  expect(day.box('quarter').textContent).toBe('Йоана Христова ');
});

it('says less in larger text, of which fewer lines have room', () => {
  const note = { note: 'без амоняк' };
  const said = (text: number, bottom: number) => {
    const made = seenIn(drawIn(text, view('a', { ...note, bottom })).box('a'));
    cleanup();
    return made;
  };
  expect(said(1, 660)).toBe('10:00–11:00 Йоана Христова Подстригване без амоняк');
  expect(said(2, 660)).toBe('10:00–11:00 Йоана Христова ');
  expect(said(2, 630)).toBe('Йоана Христова ');
  expect(said(2, 645)).toBe('10:00 Йоана Христова Подстригване ');
  expect(said(2, 720)).toBe('10:00–11:00 Йоана Христова Подстригване без амоняк');
});

it('says after the time in which the client waits what has no room before it', () => {
  const waits = (waitFrom: number, waitTo: number, bottom = 705) =>
    view(`${waitFrom}-${waitTo}`, { to: bottom, bottom, time: '10:00–11:45', waitFrom, waitTo });
  // An hour has 80 px here.
  const [low, half, lowest, none] = [waits(615, 660), waits(630, 675), waits(615, 690), waits(615, 700)];
  const day = draw(low, half, lowest, none);
  const said = ({ id }: EventView) =>
    [...day.box(id).children].map((part) => `${part.classList.contains('after') ? 'after: ' : ''}${part.textContent?.trim()}`);
  expect(said(low)).toEqual(['after: 10:00–11:45', 'Йоана Христова', 'after: Подстригване']);
  expect(said(half)).toEqual(['10:00–11:45', 'Йоана Христова', 'after: Подстригване']);
  expect(said(lowest)).toEqual(['after: 10:00–11:45', 'Йоана Христова', 'Подстригване']);
  expect(said(none)).toEqual(['Йоана Христова', 'Подстригване']);
  expect(seenIn(day.box(none.id))).toBe('10:00 Йоана Христова Подстригване ');
});

it('marks sync before double booking before status, and leaves the end of the time to be read where icons take its room', () => {
  const day = draw(view('a', { double: true, unsent: true, fill: 'arrived' }), view('b', { time: '10:00' }));
  const marks = [...(day.box('a').querySelector('.st')?.children ?? [])].map((mark) => mark.getAttribute('class'));
  expect(marks).toEqual(['x2 agreed extra', 'i cloud', 'i extra']);
  expect(day.box('b').querySelector('.t')?.textContent).toBe('10:00–11:00 ');
  expect(day.box('b').querySelector('.st')).toBeNull();
});

it('warns of an overlap that waits for a decision, and only notes one that somebody has agreed to', () => {
  const day = draw(view('open', { double: true, open: true }), view('agreed', { double: true }));
  const tagOf = (id: string) => day.box(id).querySelector('.x2');
  expect(day.box('open').classList).toContain('double');
  expect([tagOf('open')?.className, tagOf('open')?.getAttribute('title')]).toEqual(['x2', 'Двоен час']);
  expect(day.box('agreed').classList).not.toContain('double');
  expect([tagOf('agreed')?.className, tagOf('agreed')?.getAttribute('title')]).toEqual([
    'x2 agreed',
    'Застъпва се, оставено е така',
  ]);
});

it('cannot be pressed while its move is being saved, and can be again afterwards', () => {
  const day = draw(view('a', { updating: true }));
  expect(day.box('a').getAttribute('aria-disabled')).toBe('true');
  expect(day.box('a').dataset.updating).toBe('true');
  day.redraw(view('a'));
  expect(day.box('a').hasAttribute('aria-disabled')).toBe(false);
  expect(day.box('a').hasAttribute('data-updating')).toBe(false);
});
