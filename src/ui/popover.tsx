import { lazyOpener } from './lazy-opener.tsx';
import type { PopoverProps } from './popover-open.tsx';

export type { PopoverProps } from './popover-open.tsx';

/** A panel that opens beside its button; Escape and a click outside close it. */
export const Popover = lazyOpener<PopoverProps>(
  () => import('./popover-open.tsx').then((m) => m.OpeningPopover),
  ({ button, buttonClassName = 'btn btn-secondary', label, disabled = false }, first) => (
    <button
      type="button"
      className={buttonClassName}
      aria-label={label}
      aria-expanded={false}
      title={label}
      disabled={disabled}
      {...first}
    >
      {button}
    </button>
  ),
);
