import { CalendarSearch, ClockArrowDown, Keyboard, Printer, Undo2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { undoLast, useLastChange } from '#features/shared/undo.ts';
import { Switch } from '#ui/form/switch.tsx';
import { Dialog } from '#ui/overlay/dialog.tsx';
import { Button } from '#ui/page/button.tsx';
import { useIsPhone } from '#ui/style/use-media.ts';
import { type BarProps, ViewSwitch } from './calendar-bar.tsx';

/** The controls for which a narrow bar has no room, as a sheet on phones. */
export function CalendarOptions({ onClose, ...bar }: BarProps & { onClose(): void }) {
  const { t } = useTranslation(['calendar', 'undo']);
  const phone = useIsPhone();
  const { state } = bar;
  const last = useLastChange();
  const action = (label: string, icon: ReactNode, run: () => void) => (
    <Button
      className="w-full justify-start! text-left"
      variant="ghost"
      breaks
      icon={icon}
      onClick={() => {
        onClose();
        run();
      }}
    >
      {label}
    </Button>
  );
  return (
    <Dialog open onClose={onClose} title={t('options')} size="narrow">
      {phone ? <ViewSwitch state={state} wide /> : null}
      <Switch
        className="my-2"
        label={t('on_shift')}
        hint={t('on_shift_hint')}
        checked={state.onShift}
        onChange={state.onOnShift}
      />
      <div className="-mx-2 flex flex-col border-line border-t pt-2">
        <Button
          className="h-auto! min-h-(--control-h) w-full justify-start! py-1.5 text-left"
          variant="ghost"
          disabled={last === null}
          icon={<Undo2 className="i" aria-hidden="true" />}
          onClick={() => {
            onClose();
            void undoLast();
          }}
        >
          <span className="min-w-0 whitespace-normal break-words">
            {t('undo:undo_last')}
            <span className="block font-normal text-ink-3 text-sm">{last ?? t('undo:undo_nothing')}</span>
          </span>
        </Button>
        {phone ? action(t('find_slot'), <CalendarSearch className="i" aria-hidden="true" />, bar.onFind) : null}
        {action(t('delay'), <ClockArrowDown className="i" aria-hidden="true" />, bar.onDelay)}
        {action(t(state.view === 'week' ? 'print_week' : 'print_day'), <Printer className="i" aria-hidden="true" />, bar.onPrint)}
        {action(t('keys.title'), <Keyboard className="i" aria-hidden="true" />, bar.onKeys)}
      </div>
    </Dialog>
  );
}
