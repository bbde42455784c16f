// @vitest-environment happy-dom
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { setLanguage } from '#i18n/i18n.ts';
import { Combobox, type ComboboxItem } from './combobox.tsx';

const user = userEvent.setup();
const joana = { id: '1', label: 'Йоана Христова', note: '0888 123 456' };
const few = [joana, { id: '2', label: 'Йоанна Белчева', note: '0897 440 112' }, { id: '3', label: 'Анна Василева' }];

function Clients(props: {
  all?: ComboboxItem[];
  onCreate?: (name: string) => void;
  onChange?: (item: ComboboxItem | null) => void;
}) {
  const { all = few, onCreate, onChange } = props;
  const [query, setQuery] = useState('');
  const [value, setValue] = useState<ComboboxItem | null>(null);
  return (
    <Combobox
      label="Клиент"
      value={value}
      items={all.filter((item) => item.label.toLowerCase().includes(query.toLowerCase()))}
      query={query}
      onQuery={setQuery}
      onChange={(item) => {
        setValue(item);
        onChange?.(item);
      }}
      onCreate={onCreate}
      createLabel={(name) => `Създай клиент „${name}“`}
      hint="Име или телефон"
      clearLabel="Махни клиента"
    />
  );
}

beforeEach(() => setLanguage('bg'));
afterEach(cleanup);

describe('the client field', () => {
  it('finds while one types, with the match in bold and the phone at the right', async () => {
    render(<Clients />);
    await user.type(screen.getByRole('combobox', { name: 'Клиент' }), 'йоа');
    const field = screen.getByRole('combobox', { name: 'Клиент' });
    expect(document.getElementById(field.getAttribute('aria-describedby') ?? '')?.textContent).toBe('Име или телефон');
    const rows = await screen.findAllByRole('option');
    expect(rows.map((row) => row.textContent)).toEqual(['Йоана Христова0888 123 456', 'Йоанна Белчева0897 440 112']);
    expect(rows[0]?.querySelector('b')?.textContent).toBe('Йоа');
  });

  it('finds whom a pasted name is about, whatever nobody sees in it', async () => {
    render(<Clients />);
    const field = screen.getByRole<HTMLInputElement>('combobox', { name: 'Клиент' });
    await user.click(field);
    await user.paste('\u202aВа\u00adсил\u202c');
    await waitFor(() => expect(screen.getAllByRole('option').map((row) => row.textContent)).toEqual(['Анна Василева']));
    expect(field.value).toBe('Васил');
  });

  it('takes the first row on Enter and shows its name', async () => {
    const chosen = vi.fn();
    render(<Clients onChange={chosen} />);
    const field = screen.getByRole<HTMLInputElement>('combobox', { name: 'Клиент' });
    await user.type(field, 'йоа{Enter}');
    expect(chosen).toHaveBeenCalledExactlyOnceWith(joana);
    await waitFor(() => expect(field.value).toBe('Йоана Христова'));
  });

  it('offers as the last row to create what was typed', async () => {
    const create = vi.fn();
    render(<Clients onCreate={create} />);
    await user.type(screen.getByRole('combobox', { name: 'Клиент' }), ' Ани Нова ');
    const rows = await screen.findAllByRole('option');
    expect(rows.at(-1)?.textContent).toBe('Създай клиент „Ани Нова“');
    await user.click(rows.at(-1) as HTMLElement);
    expect(create).toHaveBeenCalledExactlyOnceWith('Ани Нова');
  });

  it('offers no creation before anything is typed', async () => {
    render(<Clients onCreate={vi.fn()} />);
    await user.click(screen.getByRole('combobox', { name: 'Клиент' }));
    expect((await screen.findAllByRole('option')).map((row) => row.textContent)).not.toContain('Създай клиент „“');
  });

  it.each([
    { language: 'bg', says: 'Показани са първите 50 от 600. Напишете още, за да ги стесните.', none: 'Няма съвпадения' },
    { language: 'en', says: 'Showing the first 50 of 600. Type more to narrow them.', none: 'No matches' },
  ] as const)('draws fifty rows and says so in $language, as it says when there are none', async ({ language, says, none }) => {
    setLanguage(language);
    render(<Clients all={Array.from({ length: 600 }, (_, n) => ({ id: String(n), label: `Клиент ${n}` }))} />);
    const field = screen.getByRole('combobox', { name: 'Клиент' });
    await user.click(field);
    expect(await screen.findAllByRole('option')).toHaveLength(50);
    expect(screen.getByText(says)).toBeDefined();
    await user.type(field, 'ъъъ');
    expect(await screen.findByText(none)).toBeDefined();
  });

  it('can be emptied again', async () => {
    const chosen = vi.fn();
    render(<Clients onChange={chosen} />);
    await user.type(screen.getByRole('combobox', { name: 'Клиент' }), 'йоа{Enter}');
    await user.click(screen.getByRole('button', { name: 'Махни клиента' }));
    expect(chosen).toHaveBeenLastCalledWith(null);
  });
});
