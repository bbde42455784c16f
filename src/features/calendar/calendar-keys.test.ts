// @vitest-environment happy-dom
import { afterEach, describe, expect, it } from 'vitest';
import { enterBusy } from '#ui/timing/busy.ts';
import { keyAction, keysBelongElsewhere, type PressedKey } from './calendar-keys.ts';

const press = (key: string, code: string, more: Partial<PressedKey> = {}): PressedKey => ({
  ...{ key, code, ctrlKey: false, metaKey: false, altKey: false, shiftKey: false },
  ...more,
});
const ctrl = { ctrlKey: true };

describe('a key', () => {
  it.each([
    ['n', 'KeyN', {}, 'newBooking'],
    ['N', 'KeyN', {}, 'newBooking'],
    ['т', 'KeyT', {}, 'today'],
    ['д', 'KeyD', {}, 'dayView'],
    ['у', 'KeyW', {}, 'weekView'],
    ['f', 'KeyY', {}, 'findSlot'],
    ['п', 'KeyP', ctrl, 'print'],
    ['з', 'KeyZ', ctrl, 'undo'],
    ['z', 'KeyZ', { metaKey: true }, 'undo'],
    ['x', 'KeyX', ctrl, 'cut'],
    ['v', 'KeyV', ctrl, 'paste'],
    ['Delete', 'Delete', {}, 'remove'],
    ['?', 'Slash', { shiftKey: true }, 'help'],
    ['+', 'Equal', { shiftKey: true }, 'zoomIn'],
    ['-', 'Minus', {}, 'zoomOut'],
  ] as const)('%s (%s) means what the table says, on any keyboard', (key, code, more, action) => {
    expect(keyAction(press(key, code, more), true)).toBe(action);
  });

  it.each([
    ['n with Ctrl', press('n', 'KeyN', ctrl)],
    ['t with Alt', press('t', 'KeyT', { altKey: true })],
    ['z with Ctrl and Shift', press('Z', 'KeyZ', { ...ctrl, shiftKey: true })],
    ['z alone', press('z', 'KeyZ')],
    ['y where another layout has N', press('y', 'KeyN')],
    ['+ with Ctrl, the browser’s own zoom', press('+', 'Equal', ctrl)],
  ])('means nothing: %s', (_name, pressed) => {
    expect(keyAction(pressed, true)).toBe(null);
  });

  it('of a single character can be turned off; help, Delete and those with Ctrl stay', () => {
    expect(keyAction(press('n', 'KeyN'), false)).toBe(null);
    expect(keyAction(press('+', 'Equal'), false)).toBe(null);
    expect(keyAction(press('?', 'Slash', { shiftKey: true }), false)).toBe('help');
    expect(keyAction(press('Delete', 'Delete'), false)).toBe('remove');
    expect(keyAction(press('z', 'KeyZ', ctrl), false)).toBe('undo');
  });
});

describe('keys belong elsewhere', () => {
  afterEach(() => document.body.replaceChildren());
  const within = (html: string, selector: string) => {
    document.body.innerHTML = html;
    return keysBelongElsewhere(document.querySelector(selector));
  };

  it('while one types, in a dialog or a menu, at an open menu’s button, and behind a dialog', () => {
    expect(within('<input>', 'input')).toBe(true);
    expect(within('<textarea></textarea>', 'textarea')).toBe(true);
    expect(within('<div role="dialog"><button></button></div>', 'button')).toBe(true);
    expect(within('<div role="menu"><button></button></div>', 'button')).toBe(true);
    expect(within('<button aria-expanded="true"></button>', 'button')).toBe(true);
    expect(within('<div class="layer-dialog"></div><p></p>', 'p')).toBe(true);
  });

  it('in the quick card, but not the one that takes back what was done there', () => {
    const card = '<div role="dialog" data-quick-card><button></button></div>';
    expect(within(card, 'button')).toBe(true);
    expect(keysBelongElsewhere(document.querySelector('button'), 'remove')).toBe(true);
    expect(keysBelongElsewhere(document.querySelector('button'), 'undo')).toBe(false);
  });

  it('during a drag', () => {
    const leave = enterBusy('drag');
    expect(within('<p></p>', 'p')).toBe(true);
    leave();
  });

  it('but not on a button, a switch, or an appointment', () => {
    expect(within('<button data-event="a"></button>', 'button')).toBe(false);
    expect(within('<button role="switch"></button>', 'button')).toBe(false);
    expect(within('<input type="checkbox">', 'input')).toBe(false);
  });
});
