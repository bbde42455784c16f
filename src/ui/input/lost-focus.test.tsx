// @vitest-environment happy-dom
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, expect, it } from 'vitest';
import { ConfirmDialog } from '#ui/overlay/confirm-dialog.tsx';
import { Menu } from '#ui/overlay/menu.tsx';

afterEach(cleanup);
const user = userEvent.setup();

interface ListProps {
  /** True if the rows are read anew once the question has closed, as in the administrator's lists. */
  later?: boolean;
  /** True for the row's actions as on phones: in a menu that opens outside of the row. */
  menu?: boolean;
}

function List({ later = false, menu = false }: ListProps) {
  const [names, setNames] = useState(['Ана', 'Боян', 'Вера']);
  const [asked, setAsked] = useState<string | null>(null);
  const remove = () => setNames(names.filter((name) => name !== asked));
  return (
    <main tabIndex={-1}>
      {names.length > 0 ? (
        <ul>
          {names.map((name) => (
            <li key={name}>
              <button type="button" role="switch" aria-checked={false} aria-label={`Онлайн: ${name}`} />
              <a href={`#${name}`}>{name}</a>
              {menu ? (
                <Menu label={`Още ${name}`} entries={[{ label: `Изтрий ${name}`, onSelect: () => setAsked(name) }]} />
              ) : (
                <button type="button" onClick={() => setAsked(name)}>
                  Изтрий {name}
                </button>
              )}
            </li>
          ))}
        </ul>
      ) : null}
      <ConfirmDialog
        open={asked !== null}
        title="Изтриване?"
        confirmLabel="Да"
        cancelLabel="Не"
        onCancel={() => setAsked(null)}
        onConfirm={() => {
          if (later) setTimeout(remove, 20);
          else remove();
          setAsked(null);
        }}
      />
    </main>
  );
}

async function answer(name: string, word: string) {
  screen.getByRole('button', { name: `Изтрий ${name}` }).focus();
  await user.keyboard('{Enter}');
  await user.click(await screen.findByRole('button', { name: word }));
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
}
const focused = (text: string) => waitFor(() => expect(document.activeElement?.textContent).toBe(text));

it.each([false, true])(
  'goes to the row at the place of the one that is gone, else to the one before (read later: %s)',
  async (later) => {
    render(<List later={later} />);
    await answer('Боян', 'Да');
    await focused('Вера');
    await answer('Вера', 'Да');
    await focused('Ана');
    await answer('Ана', 'Да');
    await waitFor(() => expect(document.activeElement === screen.getByRole('main')).toBe(true));
  },
);

it('goes on from a menu of the row as from a button in it', async () => {
  render(<List menu />);
  (await screen.findByRole('button', { name: 'Още Боян' })).focus();
  await user.keyboard('{Enter}');
  await screen.findByRole('menuitem', { name: 'Изтрий Боян' });
  await user.keyboard('{Enter}');
  await user.click(await screen.findByRole('button', { name: 'Да' }));
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  await focused('Вера');
});

it('stays at the button where nothing was taken away, and where the person has gone on', async () => {
  render(<List later />);
  await answer('Боян', 'Не');
  await focused('Изтрий Боян');
  await answer('Боян', 'Да');
  screen.getByRole('link', { name: 'Ана' }).focus();
  await waitFor(() => expect(screen.queryByRole('link', { name: 'Боян' })).toBeNull());
  await focused('Ана');
});
