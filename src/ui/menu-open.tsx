import { Menu as HeadlessMenu, MenuButton, MenuItem, MenuItems } from '@headlessui/react';
import { EllipsisVertical } from 'lucide-react';
import { type ReactNode, useRef } from 'react';
import { anchored } from './anchored.ts';
import { classNames } from './class-names.ts';
import { OpenPanel } from './open-panels.ts';

export interface MenuEntry {
  label: string;
  /** A second line: what exactly it is about. */
  note?: string | undefined;
  icon?: ReactNode;
  onSelect: () => void;
  danger?: boolean | undefined;
  disabled?: boolean | undefined;
}

export interface MenuProps {
  label: string;
  entries: readonly MenuEntry[];
  button?: ReactNode;
  buttonClassName?: string | undefined;
}

/** What `Menu` becomes once its code is there. */
export function OpeningMenu({ label, entries, button, buttonClassName = 'btn btn-ghost btn-icon' }: MenuProps) {
  const opener = useRef<HTMLButtonElement>(null);
  // What is chosen may open something, which gives the focus back to where it was: that is the button, for the menu is gone by then.
  const chosen = (entry: MenuEntry) => {
    opener.current?.focus({ preventScroll: true });
    entry.onSelect();
  };
  return (
    <HeadlessMenu>
      <MenuButton ref={opener} className={buttonClassName} aria-label={label} title={label}>
        {button ?? <EllipsisVertical className="i" aria-hidden="true" />}
      </MenuButton>
      <MenuItems transition anchor={anchored('bottom end')} className="pop layer-pop min-w-[min(12rem,92vw)]">
        <OpenPanel />
        {entries.map((entry) => (
          <MenuItem key={entry.label} disabled={entry.disabled ?? false}>
            <button
              type="button"
              onClick={() => chosen(entry)}
              className={classNames('opt-row', entry.danger && 'mt-1 border-t border-line text-danger')}
            >
              {entry.icon}
              <span className="min-w-0">
                {entry.label}
                {entry.note ? <span className="block max-w-72 text-ink-3 text-xs">{entry.note}</span> : null}
              </span>
            </button>
          </MenuItem>
        ))}
      </MenuItems>
    </HeadlessMenu>
  );
}
