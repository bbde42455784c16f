import { Minus, Plus, UnfoldVertical } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { ZOOMS } from '#calendar/state/calendar-memory.ts';
import { Popover } from '#ui/overlay/popover.tsx';
import { Button } from '#ui/page/button.tsx';
import { classNames } from '#ui/style/class-names.ts';
import { changeZoom, stepZoom, useChosenZoom } from './zoom.ts';

/** In the corner above the ruler, because it scales the ruler. */
export function ZoomControl() {
  const zoom = useChosenZoom();
  const { t } = useTranslation('calendar');
  return (
    <Popover
      button={<UnfoldVertical className="i" aria-hidden="true" />}
      buttonClassName="btn btn-ghost btn-icon"
      label={t('zoom.title')}
      panelClassName="w-90 max-w-[calc(100vw-1rem)] p-4!"
    >
      <div className="flex items-center gap-2">
        <h2 className="flex-1 text-base font-semibold">{t('zoom.title')}</h2>
        <Button
          iconOnly
          label={t('zoom.smaller')}
          icon={<Minus className="i" aria-hidden="true" />}
          disabled={zoom === ZOOMS[0]}
          onClick={() => stepZoom(-1)}
        />
        <Button
          iconOnly
          label={t('zoom.larger')}
          icon={<Plus className="i" aria-hidden="true" />}
          disabled={zoom === ZOOMS.at(-1)}
          onClick={() => stepZoom(1)}
        />
      </div>
      <fieldset className="mt-3 grid grid-cols-4 gap-2">
        <legend className="sr-only">{t('zoom.title')}</legend>
        {ZOOMS.map((step) => (
          <button
            key={step}
            type="button"
            aria-pressed={step === zoom}
            className={classNames('zoom-step', step === zoom && 'on')}
            onClick={() => changeZoom(step)}
          >
            <span className="zoom-comb" style={{ '--gap': `${step / 10}px` } as React.CSSProperties} aria-hidden="true" />
            <span className="text-xs">{t(`zoom.${step}`)}</span> <span className="text-2xs tnum text-ink-3">{step}</span>
          </button>
        ))}
      </fieldset>
      <p className="mt-3 text-xs text-ink-2">{t('zoom.hint')}</p>
    </Popover>
  );
}
