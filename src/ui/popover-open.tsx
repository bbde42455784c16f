import { Popover as HeadlessPopover, PopoverButton, PopoverPanel } from '@headlessui/react';
import type { ReactNode } from 'react';
import { type Anchor, anchored } from './anchored.ts';
import { classNames } from './class-names.ts';
import { OpenPanel } from './open-panels.ts';

export interface PopoverProps {
  /** What stands on the button. */
  button: ReactNode;
  buttonClassName?: string | undefined;
  /** The button's accessible name where it shows only an icon. */
  label?: string | undefined;
  /** The panel's accessible name. */
  panelLabel?: string | undefined;
  anchor?: Anchor | undefined;
  panelClassName?: string | undefined;
  disabled?: boolean | undefined;
  children: ReactNode | ((close: () => void) => ReactNode);
}

/** What `Popover` becomes once its code is there. */
export function OpeningPopover(props: PopoverProps) {
  const { button, buttonClassName = 'btn btn-secondary', label, panelLabel, anchor = 'bottom start', children } = props;
  return (
    <HeadlessPopover className="contents">
      <PopoverButton className={buttonClassName} aria-label={label} title={label} disabled={props.disabled ?? false}>
        {button}
      </PopoverButton>
      <PopoverPanel
        transition
        focus
        anchor={anchored(anchor)}
        aria-label={panelLabel ?? label}
        className={classNames('pop layer-pop', props.panelClassName)}
      >
        {({ close }) => (
          <>
            <OpenPanel />
            {typeof children === 'function' ? children(() => close()) : children}
          </>
        )}
      </PopoverPanel>
    </HeadlessPopover>
  );
}
