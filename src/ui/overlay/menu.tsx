import { EllipsisVertical } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useRef } from 'react';
import { classNames } from '#ui/style/class-names.ts';
import { menuItems, Panel, PanelButton, type PanelOpening } from './popover.tsx';

/** Letters typed in a menu form one word if they follow each other within this time, ms. */
const WORD_MS = 350;

export interface MenuEntry {
  label: string;
  /** A second line that names the exact subject. */
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

const MARK = <EllipsisVertical className="i" aria-hidden="true" />;

/** A menu of actions behind one button. Destructive ones stand last, set apart. */
export function Menu({ label, entries, button = MARK, buttonClassName = 'btn btn-ghost btn-icon' }: MenuProps) {
  return (
    <PanelButton
      arrowsOpen
      button={{ className: buttonClassName, 'aria-label': label, 'aria-haspopup': 'menu', title: label, children: button }}
      panel={(opening) => <MenuPanel {...opening} label={label} entries={entries} />}
    />
  );
}

/** The open menu. Arrows, Home, End and the first letters of an entry move the focus in it. */
function MenuPanel({ entries, label, ...opening }: PanelOpening & Pick<MenuProps, 'label' | 'entries'>) {
  const typed = useRef({ text: '', at: 0 });
  const walk = (event: KeyboardEvent<HTMLElement>) => {
    const items = menuItems(event.currentTarget);
    const now = items.indexOf(document.activeElement as HTMLElement);
    const next = STEPS[event.key]?.(now, items.length - 1);
    if (next === undefined && (event.key.length > 1 || event.ctrlKey || event.metaKey || event.altKey)) return;
    const found = next === undefined ? findTyped(items, now, event) : items[Math.max(0, Math.min(next, items.length - 1))];
    if (next !== undefined) event.preventDefault();
    found?.focus({ preventScroll: true });
    found?.scrollIntoView({ block: 'nearest' });
  };
  const findTyped = (items: HTMLElement[], now: number, { key, timeStamp }: KeyboardEvent) => {
    const goesOn = timeStamp - typed.current.at < WORD_MS;
    if (key === ' ' && !goesOn) return undefined; // it presses the entry
    typed.current = { text: (goesOn ? typed.current.text : '') + key.toLowerCase(), at: timeStamp };
    const from = goesOn ? Math.max(0, now) : now + 1;
    return [...items.slice(from), ...items.slice(0, from)].find((item) =>
      item.textContent.trim().toLowerCase().startsWith(typed.current.text),
    );
  };
  return (
    <Panel {...opening} label={label} role="menu" anchor="bottom end" className="min-w-[min(12rem,92vw)]" onKeyDown={walk}>
      {entries.map(({ label: text, note, icon, onSelect, danger, disabled }) => (
        <button
          key={text}
          type="button"
          role="menuitem"
          tabIndex={-1}
          disabled={disabled}
          aria-disabled={disabled}
          className={classNames('opt-row', danger && 'mt-1 border-t border-line text-danger')}
          onPointerMove={({ currentTarget }) => currentTarget.focus({ preventScroll: true })}
          onPointerLeave={({ currentTarget }) => currentTarget.parentElement?.focus({ preventScroll: true })}
          onClick={() => {
            opening.close();
            onSelect();
          }}
        >
          {icon}
          <span className="min-w-0">
            {text}
            {note ? <span className="block max-w-72 text-ink-3 text-xs">{note}</span> : null}
          </span>
        </button>
      ))}
    </Panel>
  );
}

/** The entry to which a key moves. Without a focused entry the arrows move to the first and the last one. */
const STEPS: Readonly<Record<string, (now: number, last: number) => number>> = {
  ArrowDown: (now) => now + 1,
  ArrowUp: (now, last) => (now < 0 ? last : now - 1),
  Home: () => 0,
  PageUp: () => 0,
  End: (_, last) => last,
  PageDown: (_, last) => last,
};
