import { EllipsisVertical } from 'lucide-react';
import type { ButtonHTMLAttributes } from 'react';
import { lazyOpener } from './lazy-opener.tsx';
import type { MenuProps } from './menu-open.tsx';

export type { MenuEntry, MenuProps } from './menu-open.tsx';

const MARK = <EllipsisVertical className="i" aria-hidden="true" />;

const load = () => import('./menu-open.tsx').then((m) => m.OpeningMenu);
const closed = (
  { label, button = MARK, buttonClassName = 'btn btn-ghost btn-icon' }: MenuProps,
  first: ButtonHTMLAttributes<HTMLButtonElement>,
) => (
  <button
    type="button"
    className={buttonClassName}
    aria-label={label}
    aria-haspopup="menu"
    aria-expanded={false}
    title={label}
    {...first}
  >
    {button}
  </button>
);

/** Actions behind one button. Destructive ones stand last, apart. */
export const Menu = lazyOpener<MenuProps>(load, closed);

/** Nothing but a button until somebody presses it: in each row of a long list, and where a screen has much else to draw. */
export const QuietMenu = lazyOpener<MenuProps>(load, closed, { whenPressed: true });
