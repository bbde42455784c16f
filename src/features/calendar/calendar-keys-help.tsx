import { useTranslation } from 'react-i18next';
import { Switch } from '#ui/form/switch.tsx';
import { Dialog } from '#ui/overlay/dialog.tsx';
import { Button } from '#ui/page/button.tsx';
import { KeyList } from '#ui/page/key-list.tsx';
import { CALENDAR_KEYS } from './calendar-keys.ts';

/** Keys of the grid itself; grid and appointments answer them where the focus is. */
const GRID_KEYS = [
  { action: 'arrows', shown: ['↑', '↓', '←', '→'] },
  { action: 'ends', shown: ['Home', 'End'] },
  { action: 'pages', shown: ['PageUp', 'PageDown'] },
  { action: 'enter', shown: ['Enter'] },
  { action: 'stretch', shown: ['Shift', '↑', '↓'] },
  { action: 'beside', shown: ['Shift', '→'] },
  { action: 'card', shown: ['Shift', 'F10'] },
  { action: 'lift', shown: ['Space', 'M'] },
  { action: 'length', shown: ['Shift', '↑', '↓'] },
  { action: 'work', shown: ['Shift', 'PageUp', 'PageDown'] },
  { action: 'waiting', shown: ['Shift', 'Home', 'End'] },
  { action: 'escape', shown: ['Esc'] },
] as const;

/** Heard on every screen, not by the calendar alone. */
const APP_KEYS = [
  { action: 'palette', shown: ['Ctrl', 'K'] },
  { action: 'menu', shown: ['Ctrl', 'B'] },
  { action: 'save', shown: ['Ctrl', 'Enter'] },
] as const;

interface CalendarKeysHelpProps {
  letters: boolean;
  onLetters(on: boolean): void;
  onClose(): void;
}

/** Which keys there are, on „?“; those of a single letter can be turned off. */
export function CalendarKeysHelp({ letters, onLetters, onClose }: CalendarKeysHelpProps) {
  const { t } = useTranslation('calendar');
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('keys.title')}
      footer={
        <Button className="ml-auto" onClick={onClose}>
          {t('keys.close')}
        </Button>
      }
    >
      <KeyTable title={t('keys.everywhere')} keys={[...APP_KEYS, ...CALENDAR_KEYS]} />
      <KeyTable title={t('keys.in_grid')} keys={GRID_KEYS} />
      <Switch className="mt-3" label={t('keys.letters')} hint={t('keys.letters_hint')} checked={letters} onChange={onLetters} />
    </Dialog>
  );
}

interface KeyTableProps {
  title: string;
  keys: readonly { action: string; shown: readonly string[] }[];
}

function KeyTable({ title, keys }: KeyTableProps) {
  const { t } = useTranslation(['calendar', 'booking']);
  const listed = keys.map(({ action, shown }) => ({
    label: t(`keys.actions.${action}`),
    shown: shown.map((key) => (key === 'Space' ? t('booking:lift.space') : key)),
  }));
  return <KeyList title={title} keys={listed} />;
}
