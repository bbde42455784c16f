// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Formik } from 'formik';
import { useState } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { setLanguage } from '#i18n/i18n.ts';
import { Button } from '#ui/page/button.tsx';
import { Checkbox } from './checkbox.tsx';
import { FormikTextField } from './formik-fields.tsx';
import { Segmented } from './segmented.tsx';
import { Select } from './select.tsx';
import { Stepper } from './stepper.tsx';
import { Switch } from './switch.tsx';
import { TextField } from './text-field.tsx';

function WaitingList() {
  const [on, setOn] = useState(false);
  return <Switch label="Списък с чакащи" hint="За освободен час" checked={on} onChange={setOn} />;
}

function Typed({ type = 'text' }: { type?: string }) {
  const [value, setValue] = useState('');
  return (
    <>
      <TextField label="Поле" type={type} value={value} onChange={setValue} />
      <output>{JSON.stringify(value)}</output>
    </>
  );
}

function Amount() {
  const [value, setValue] = useState(3);
  return <Stepper label="Брой" value={value} onChange={setValue} min={1} />;
}

const nothing = () => undefined;
const user = userEvent.setup();
const describedBy = (element: HTMLElement) =>
  document.getElementById(element.getAttribute('aria-describedby') ?? '')?.textContent;

beforeEach(() => setLanguage('bg'));
afterEach(cleanup);

describe('a text field', () => {
  it('is tied to its label and its hint', () => {
    render(<TextField label="Име" hint="Както ще се вижда" value="" onChange={nothing} />);
    const input = screen.getByLabelText('Име');
    expect(describedBy(input)).toBe('Както ще се вижда');
    expect(input.getAttribute('aria-invalid')).toBeNull();
  });

  it('shows the error in place of the hint and says that it is invalid', () => {
    render(<TextField label="Имейл" hint="Служебен" error="Невалиден имейл" value="anna@" onChange={nothing} />);
    const input = screen.getByLabelText('Имейл');
    expect(input.getAttribute('aria-invalid')).toBe('true');
    expect(describedBy(input)).toBe('Невалиден имейл');
    expect(screen.queryByText('Служебен')).toBeNull();
  });

  it.each([
    { language: 'bg', says: 'по избор', show: 'Покажи паролата', hide: 'Скрий паролата' },
    { language: 'en', says: 'optional', show: 'Show password', hide: 'Hide password' },
  ] as const)('says in $language what is optional and shows a password on request', async ({ language, says, show, hide }) => {
    setLanguage(language);
    render(<TextField label="P" type="password" optional value="tajna" onChange={nothing} />);
    expect(screen.getByText(says)).toBeDefined();
    const input = screen.getByLabelText(/^P/);
    expect(input.getAttribute('type')).toBe('password');
    await user.click(screen.getByRole('button', { name: show }));
    expect(input.getAttribute('type')).toBe('text');
    expect(screen.getByRole('button', { name: hide })).toBeDefined();
  });
});

describe('what nobody sees and nobody typed', () => {
  const paste = async (text: string) => {
    await user.click(screen.getByLabelText('Поле'));
    await user.paste(text);
  };
  const told = () => JSON.parse(screen.getByRole('status').textContent ?? '');

  it('does not come into a field: a phone as a contacts app copies it', async () => {
    render(<Typed />);
    await paste('\u202a0888 123 456\u202c');
    expect(screen.getByLabelText<HTMLInputElement>('Поле').value).toBe('0888 123 456');
    expect(told()).toBe('0888 123 456');
  });

  it('leaves the cursor between the letters where one pasted', async () => {
    render(<Typed />);
    await paste('Ива Петрова');
    const input = screen.getByLabelText<HTMLInputElement>('Поле');
    input.setSelectionRange(3, 3);
    await user.paste('\u2068нка\u2069');
    expect([input.value, input.selectionStart, input.selectionEnd]).toEqual(['Иванка Петрова', 6, 6]);
    await user.keyboard('!');
    expect(told()).toBe('Иванка! Петрова');
  });

  it('does not come into a field for an e-mail address, which has no cursor', async () => {
    render(<Typed type="email" />);
    await paste('an\u200bna@example.com\ufeff');
    expect(told()).toBe('anna@example.com');
  });

  it('is part of a password, which is kept to the letter, shown or not', async () => {
    render(<Typed type="password" />);
    await paste('тай\u00adна');
    expect(told()).toBe('тай\u00adна');
    await user.click(screen.getByRole('button', { name: 'Покажи паролата' }));
    await paste('\u200b');
    expect(told()).toBe('тай\u00adна\u200b');
  });

  it('is all that goes: an emoji of several parts stays one', async () => {
    render(<Typed />);
    await paste('Ана 👩🏽‍🔬 🏳️‍🌈');
    expect(told()).toBe('Ана 👩🏽‍🔬 🏳️‍🌈');
  });
});

describe('a field of a form', () => {
  const form = (error: string) => (
    <Formik initialValues={{ name: '' }} validate={({ name }) => (name === '' ? { name: error } : {})} onSubmit={nothing}>
      <FormikTextField name="name" label="Име" />
    </Formik>
  );

  it('shows no error before it was left, then at once, and takes it back on the next change', async () => {
    render(form('Името е задължително'));
    expect(screen.queryByRole('alert')).toBeNull();
    await user.click(screen.getByLabelText('Име'));
    await user.tab();
    expect((await screen.findByRole('alert')).textContent).toBe('Името е задължително');
    await user.type(screen.getByLabelText('Име'), 'А');
    await vi.waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
  });

  it('translates an error that is a text key', async () => {
    render(form('common:needs_connection'));
    await user.click(screen.getByLabelText('Име'));
    await user.tab();
    expect((await screen.findByRole('alert')).textContent).toBe('Нужна е връзка');
  });
});

describe('a select', () => {
  it.each([
    [{ value: 15 }, '15 мин'],
    [{ value: null, placeholder: 'Изберете' }, 'Изберете'],
    [{ value: 15, hideLabel: true }, '15 мин'],
  ])('is read out with its label and what is chosen: %j', (props, value) => {
    const minutes = [{ value: 15, label: '15 мин' }];
    render(<Select label="Интервал" options={minutes} onChange={() => undefined} {...props} />);
    expect(screen.getByRole('button', { name: 'Интервал', description: value })).toBe(screen.getByLabelText('Интервал'));
  });

  const options = [
    { value: 15, label: '15 минути' },
    { value: 30, label: '30 минути' },
    { value: 60, label: '60 минути', disabled: true },
  ];

  it('names itself by its label, shows what is chosen and tells of another choice', async () => {
    const chosen = vi.fn();
    render(<Select label="Интервал" value={15} options={options} onChange={chosen} />);
    const button = screen.getByLabelText('Интервал');
    expect(button.textContent).toBe('15 минути');
    await user.click(button);
    await user.click(screen.getByRole('option', { name: '30 минути' }));
    expect(chosen).toHaveBeenCalledExactlyOnceWith(30);
  });

  it('is worked by the keyboard and gives the focus back', async () => {
    const chosen = vi.fn();
    render(<Select label="Интервал" value={15} options={options} onChange={chosen} />);
    screen.getByLabelText('Интервал').focus();
    await user.keyboard('{ArrowDown}');
    await screen.findByRole('listbox');
    await user.keyboard('{ArrowDown}{Enter}');
    expect(chosen).toHaveBeenCalledExactlyOnceWith(30);
    await vi.waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Интервал')));
  });

  it('keeps its list to 300 px', async () => {
    render(<Select label="Интервал" value={15} options={options} onChange={nothing} />);
    await user.click(screen.getByLabelText('Интервал'));
    expect(screen.getByRole('listbox').className).toContain('[--anchor-max-height:var(--select-max-h)]');
  });

  it('opens by Enter and sends no form, and by a letter, which leads to what begins with it', async () => {
    const sent = vi.fn();
    const chosen = vi.fn();
    const names = ['Боядисване', 'Маникюр', 'Масаж', 'Сешоар', 'Спа'].map((label) => ({ value: label, label }));
    render(
      <form onSubmit={sent}>
        <Select label="Услуга" value={null} options={names} onChange={chosen} />
        <button type="submit">Запази</button>
      </form>,
    );
    const button = screen.getByRole('button', { name: 'Услуга' });
    button.focus();
    await user.keyboard('{Control>}{Enter}{/Control}');
    expect(screen.queryByRole('listbox')).toBeNull();
    expect(sent).toHaveBeenCalledTimes(1);
    await user.keyboard('{Enter}');
    expect(await screen.findByRole('listbox')).toBeTruthy();
    expect(sent).toHaveBeenCalledTimes(1);
    await user.keyboard('{Escape}');
    await vi.waitFor(() => expect(document.activeElement).toBe(button));

    await user.keyboard('с');
    await vi.waitFor(() => expect(screen.getByRole('option', { name: 'Сешоар' }).hasAttribute('data-focus')).toBe(true));
    await user.keyboard('{Enter}');
    expect(chosen).toHaveBeenLastCalledWith('Сешоар');
    await vi.waitFor(() => expect(document.activeElement).toBe(button));

    await user.keyboard('мас');
    await vi.waitFor(() => expect(screen.getByRole('option', { name: 'Масаж' }).hasAttribute('data-focus')).toBe(true));
    await user.keyboard('{Enter}');
    expect(chosen).toHaveBeenLastCalledWith('Масаж');
  });

  it.each([
    { language: 'bg', says: 'Изберете', empty: 'Няма какво да се избере' },
    { language: 'en', says: 'Select', empty: 'Nothing to choose from' },
  ] as const)('asks in $language for a choice and says when there is none', async ({ language, says, empty }) => {
    setLanguage(language);
    render(<Select label="X" value={null} options={[]} onChange={nothing} />);
    expect(screen.getByLabelText('X').textContent).toBe(says);
    await user.click(screen.getByLabelText('X'));
    expect(screen.getByText(empty)).toBeDefined();
  });

  it('shows its error', () => {
    render(<Select label="Интервал" value={null} options={options} onChange={nothing} error="Изберете интервал" />);
    expect(screen.getByLabelText('Интервал').getAttribute('aria-invalid')).toBe('true');
    expect(screen.getByRole('alert').textContent).toBe('Изберете интервал');
    expect(screen.getByRole('button', { name: 'Интервал', description: /Изберете интервал$/ })).toBeDefined();
  });
});

describe('a switch', () => {
  it('turns by click, by its words and by the space bar, and says its state', async () => {
    render(<WaitingList />);
    const control = screen.getByRole('switch', { name: 'Списък с чакащи' });
    expect(describedBy(control)).toBe('За освободен час');
    expect(control.getAttribute('aria-checked')).toBe('false');
    await user.click(control);
    expect(control.getAttribute('aria-checked')).toBe('true');
    await user.click(screen.getByText('Списък с чакащи'));
    expect(control.getAttribute('aria-checked')).toBe('false');
    control.focus();
    await user.keyboard(' ');
    expect(control.getAttribute('aria-checked')).toBe('true');
    expect(control.className).toContain('on');
  });

  it('stays as it is while it is locked', async () => {
    const turned = vi.fn();
    render(<Switch label="A" checked={false} disabled onChange={turned} />);
    await user.click(screen.getByText('A'));
    await user.click(screen.getByRole('switch'));
    expect(turned).not.toHaveBeenCalled();
  });
});

describe('other controls', () => {
  it('a check box is ticked by its words', async () => {
    const ticked = vi.fn();
    render(<Checkbox label="Блокирай времето" checked={false} onChange={ticked} />);
    await user.click(screen.getByText('Блокирай времето'));
    expect(ticked).toHaveBeenCalledExactlyOnceWith(true);
  });

  it('a segmented control is a radio group walked by arrows', async () => {
    const chosen = vi.fn();
    render(
      <Segmented
        label="Изглед"
        value="day"
        onChange={chosen}
        options={[
          { value: 'day', label: 'Ден' },
          { value: 'week', label: 'Седмица' },
        ]}
      />,
    );
    expect(screen.getByRole('radiogroup', { name: 'Изглед' })).toBeDefined();
    expect(screen.getByRole('radio', { name: 'Ден' }).getAttribute('aria-checked')).toBe('true');
    await user.click(screen.getByRole('radio', { name: 'Седмица' }));
    expect(chosen).toHaveBeenCalledExactlyOnceWith('week');
  });

  it('a stepper stops at its ends and takes a typed number', async () => {
    const changed = vi.fn();
    render(<Stepper label="Брой" value={0} onChange={changed} />);
    expect(screen.getByRole('button', { name: 'Намали: Брой' }).hasAttribute('disabled')).toBe(true);
    await user.click(screen.getByRole('button', { name: 'Увеличи: Брой' }));
    expect(changed).toHaveBeenLastCalledWith(1);
    await user.type(screen.getByRole('spinbutton', { name: 'Брой' }), '7');
    expect(changed).toHaveBeenLastCalledWith(7);
  });

  it('what is typed below 0 key by key stays at the least, and the field says so once it is left', async () => {
    render(<Amount />);
    const field = screen.getByRole<HTMLInputElement>('spinbutton', { name: 'Брой' });
    await user.type(field, '-5', { initialSelectionStart: 0, initialSelectionEnd: 1 });
    expect(field.getAttribute('aria-valuenow')).toBe('1');
    await user.tab();
    expect(field.value).toBe('1');
  });

  it('a busy button says so and ignores clicks, also as the submit button', async () => {
    const clicked = vi.fn();
    const submitted = vi.fn((event: React.FormEvent) => event.preventDefault());
    render(
      <form onSubmit={submitted}>
        <Button type="submit" busy onClick={clicked}>
          Запази
        </Button>
      </form>,
    );
    await user.click(screen.getByRole('button', { name: 'Запазване…' }));
    expect(clicked).not.toHaveBeenCalled();
    expect(submitted).not.toHaveBeenCalled();
  });
});
