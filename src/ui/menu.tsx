import { EllipsisVertical } from 'lucide-react';
import { lazyOpener } from './lazy-opener.tsx';
import type { MenuProps } from './menu-open.tsx';

export type { MenuEntry, MenuProps } from './menu-open.tsx';

const MARK = <EllipsisVertical className="i" aria-hidden="true" />;

/** Actions behind one button. Destructive ones stand last, apart. */
export const Menu = lazyOpener<MenuProps>(
  () => import('./menu-open.tsx').then((m) => m.OpeningMenu),
  ({ label, button = MARK, buttonClassName = 'btn btn-ghost btn-icon' }, first) => (
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
  ),
);
