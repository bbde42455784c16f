import { Dialog } from '@headlessui/react';

/**
 * Headless UI (2.2.10) draws the first dialog on a page twice, as if a server had drawn that page. It counts as drawn once a dialog has
 * been there, closed; so one is there after the start, and the first that a person opens is drawn once.
 */
export const FirstDialog = () => (
  <Dialog open={false} onClose={() => undefined}>
    {null}
  </Dialog>
);
