import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router-dom';
import { isTypedIn } from '#ui/input/typed-in.ts';
import { Dialog } from '#ui/overlay/dialog.tsx';
import { Button } from '#ui/page/button.tsx';
import { KeyList } from '#ui/page/key-list.tsx';
import { isBusy } from '#ui/timing/busy.ts';

type Keys = readonly { readonly id: string; readonly shown: readonly string[] }[];

const EVERYWHERE: Keys = [
  { id: 'palette', shown: ['Ctrl', 'K'] },
  { id: 'palette_sign', shown: ['/'] },
  { id: 'menu', shown: ['Ctrl', 'B'] },
  { id: 'notices', shown: ['F8'] },
  { id: 'escape', shown: ['Esc'] },
  { id: 'help', shown: ['?'] },
];
const SHIFTS: Keys = [
  { id: 'undo', shown: ['Ctrl', 'Z'] },
  { id: 'plan_go', shown: ['↑', '↓', '←', '→'] },
  { id: 'plan_ends', shown: ['Home', 'End'] },
  { id: 'plan_lift', shown: ['space'] },
  { id: 'plan_move', shown: ['←', '→'] },
  { id: 'plan_hour', shown: ['PageUp', 'PageDown'] },
  { id: 'plan_end', shown: ['Shift', '←', '→'] },
  { id: 'plan_start', shown: ['Ctrl', '←', '→'] },
  { id: 'plan_remove', shown: ['Delete'] },
];
const FORM: Keys = [
  { id: 'save', shown: ['Enter'] },
  { id: 'save_anywhere', shown: ['Ctrl', 'Enter'] },
];

/** Returns the keys of the screen at this address, besides those that work everywhere. The calendar has its own help. */
function keysOf(path: string): Keys {
  if (path.startsWith('/shifts')) return SHIFTS;
  return /\/(add|edit)(\/|$)/.test(path) ? FORM : [];
}

/** „?“ lists the keys of the screen, on every screen but the calendar, whose own list says more. */
export function ScreenKeysHelp() {
  const { pathname } = useLocation();
  return pathname.startsWith('/calendar') ? null : <Help key={pathname} path={pathname} />;
}

function Help({ path }: { path: string }) {
  const { t } = useTranslation('keys');
  const [open, setOpen] = useState(false);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const { key, ctrlKey, metaKey, altKey, repeat, defaultPrevented, target } = event;
      if (key !== '?' || ctrlKey || metaKey || altKey || repeat || defaultPrevented || isBusy() || isTypedIn(target)) return;
      event.preventDefault();
      setOpen(true);
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, []);
  if (!open) return null;
  const close = () => setOpen(false);
  const listed = (keys: Keys) =>
    keys.map(({ id, shown }) => ({ label: t(`does.${id}`), shown: shown.map((key) => (key === 'space' ? t('space') : key)) }));
  const own = keysOf(path);
  return (
    <Dialog
      open
      title={t('title')}
      onClose={close}
      footer={
        <Button className="ml-auto" onClick={close}>
          {t('close')}
        </Button>
      }
    >
      {own.length > 0 ? <KeyList title={t('here')} keys={listed(own)} /> : null}
      <KeyList title={t('everywhere')} keys={listed(EVERYWHERE)} />
    </Dialog>
  );
}
