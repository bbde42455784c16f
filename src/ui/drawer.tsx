import { DialogBackdrop, DialogPanel, Dialog as HeadlessDialog } from '@headlessui/react';
import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';
import { useModal } from './overlay/headless-ui/dialog-fixes.tsx';

/** The menu of phones: 250 px from the left edge, 18rem where it is `wide`. */
export function Drawer(props: { open: boolean; onClose: () => void; label: string; wide?: boolean; children: ReactNode }) {
  const { open, onClose, label, wide, children } = props;
  useModal(open);
  return (
    <HeadlessDialog open={open} onClose={onClose} className="layer-drawer" aria-label={label}>
      <DialogBackdrop transition className="layer-scrim" />
      <DialogPanel transition className={classNames('drawer-panel', wide && 'w-72!')}>
        {children}
      </DialogPanel>
    </HeadlessDialog>
  );
}
