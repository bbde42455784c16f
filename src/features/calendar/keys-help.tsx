import { useTranslation } from 'react-i18next';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { Switch } from '#ui/switch.tsx';
import { CALENDAR_KEYS } from './calendar-keys.ts';

/** Keys of the grid itself; grid and appointments answer them where the focus is. */
const GRID_KEYS = [
  { action: 'arrows', shown: ['↑', '↓', '←', '→'] },
  { action: 'ends', shown: ['Home', 'End'] },
  { action: 'pages', shown: ['PageUp', 'PageDown'] },
  { action: 'enter', shown: ['Enter'] },
  { action: 'card', shown: ['Shift', 'F10'] },
  { action: 'lift', shown: ['Space', 'M'] },
  { action: 'length', shown: ['Shift', '↑', '↓'] },
  { action: 'escape', shown: ['Esc'] },
] as const;

/** Heard on every screen, not by the calendar alone. */
const APP_KEYS = [
  { action: 'palette', shown: ['Ctrl', 'K'] },
  { action: 'menu', shown: ['Ctrl', 'B'] },
] as const;

interface KeysHelpProps {
  letters: boolean;
  onLetters(on: boolean): void;
  onClose(): void;
}

/** Which keys there are, on „?“; those of a single letter can be turned off. */
export function KeysHelp({ letters, onLetters, onClose }: KeysHelpProps) {
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
  return (
    <section className="mb-4">
      <h3 className="mb-1.5 text-sm font-semibold text-ink-2">{title}</h3>
      <dl className="grid grid-cols-[auto_1fr] items-center gap-x-4 gap-y-1.5">
        {keys.map(({ action, shown }) => (
          <div key={action} className="contents">
            <dt className="flex gap-1">
              {shown.map((key) => (
                <kbd key={key} className="kbd">
                  {key === 'Space' ? t('booking:lift.space') : key}
                </kbd>
              ))}
            </dt>
            <dd>{t(`keys.actions.${action}`)}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
