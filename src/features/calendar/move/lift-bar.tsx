import { Volume2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { liftStore } from '#calendar/state/lift-store.ts';

/** While something is lifted: the words that are said, where it came from, and the keys. */
export function LiftBar() {
  const { t } = useTranslation('booking');
  const { from, interval, waits, text } = useStore(liftStore);
  const keys = [
    { keys: ['↑', '↓'], does: t('lift.key_slot', { count: interval }) },
    { keys: ['PgUp', 'PgDn'], does: t('lift.key_hour') },
    { keys: ['←', '→'], does: t('lift.key_employee') },
    { keys: ['Shift', '↑', '↓'], does: t('lift.key_length') },
    ...(waits
      ? [
          { keys: ['Shift', 'PgUp', 'PgDn'], does: t('lift.key_work') },
          { keys: ['Shift', 'Home', 'End'], does: t('lift.key_waiting') },
        ]
      : []),
    { keys: [t('lift.space')], does: t('lift.key_drop') },
    { keys: ['Esc'], does: t('lift.key_back') },
  ];
  return (
    <div className="foot-bar lift-bar" aria-hidden="true">
      <p className="flex gap-2.5 px-4 py-3">
        <Volume2 className="i mt-px flex-none text-primary-ink" />
        <span>
          {text} <span className="text-ink-2">{from}</span>
        </span>
      </p>
      <ul className="flex flex-wrap gap-x-4 gap-y-1.5 border-t border-line bg-surface-2 px-4 py-2 text-xs text-ink-2">
        {keys.map(({ keys: own, does }) => (
          <li key={does} className="flex items-center gap-1">
            {own.map((key) => (
              <kbd key={key} className="kbd">
                {key}
              </kbd>
            ))}
            {does}
          </li>
        ))}
      </ul>
    </div>
  );
}
