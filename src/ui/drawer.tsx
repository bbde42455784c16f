import { DialogBackdrop, DialogPanel, Dialog as HeadlessDialog } from '@headlessui/react';
import type { ReactNode } from 'react';
import { useBusy } from './busy.ts';

/** The menu of phones: 250 px from the left edge. */
export function Drawer(props: { open: boolean; onClose: () => void; label: string; children: ReactNode }) {
  const { open, onClose, label, children } = props;
  useBusy('dialog', open);
  return (
    <HeadlessDialog open={open} onClose={onClose} className="layer-drawer" aria-label={label}>
      <DialogBackdrop transition className="layer-scrim" />
      <DialogPanel transition className="drawer-panel">
        {children}
      </DialogPanel>
    </HeadlessDialog>
  );
}
