import { Portal } from '@headlessui/react';
import { Info, X } from 'lucide-react';
import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type SalonPart, salonPart$ } from '#calendar/reads/calendar-reads.ts';
import { SCROLLER } from '#calendar/reads/grid-dom.ts';
import { durationOf } from '#domain/booking/service-duration.ts';
import { useReplica } from '#features/shared/use-replica.ts';
import type { LocalRow } from '#schemas/registry.ts';
import { Dialog } from '#ui/overlay/dialog.tsx';
import { Button } from '#ui/page/button.tsx';
import { CombSpinner } from '#ui/page/comb-spinner.tsx';
import { ErrorBox } from '#ui/page/error-box.tsx';
import { useIsPhone } from '#ui/style/use-media.ts';
import { useBusy } from '#ui/timing/busy.ts';
import { useLiveState } from '#ui/timing/use-live.ts';
import { type FindSlotDialogProps, FindSlotForm } from './find-slot-form.tsx';

/** How long all of them take together; 0 where that depends on who does it. */
const minutesOf = (services: readonly LocalRow<'services'>[]): number =>
  services.some(({ own_terms }) => own_terms) ? 0 : services.reduce((sum, service) => sum + durationOf(service), 0);

/** The next free slots for a service, with anyone or with one employee, from a date on; the chosen one is drawn in the grid. */
export function FindSlotDialog(props: FindSlotDialogProps) {
  const { date, onShow, onClose } = props;
  const { t } = useTranslation(['reservation', 'calendar']);
  const replica = useReplica();
  const read = useLiveState(() => salonPart$(replica), [replica]);
  // What was chosen outlives a read that fails later.
  const [salon, setSalon] = useState<SalonPart | null>(null);
  if (read.value && read.value !== salon) setSalon(read.value);
  const whole = useLiveState(() => replica.pulledOnce$, [replica]).value ?? true;
  const [serviceId, setServiceId] = useState(props.service ?? '');
  const [more, setMore] = useState<readonly string[]>([]);
  const service = salon?.services.get(serviceId);
  const minutes = minutesOf([serviceId, ...more].flatMap((id) => salon?.services.get(id) ?? []));
  const [shownBefore] = useState(date);
  const leave = (aside?: 'aside') => {
    // Who presses something of the shown day stays on it.
    if (!aside) onShow(shownBefore);
    onClose();
  };
  return (
    <FindSlotFrame
      title={t('find.title')}
      onLeave={leave}
      footer={
        <p className="flex min-w-0 items-start gap-2 text-ink-2 text-xs">
          <Info className="i i-sm mt-px" aria-hidden="true" />
          <span>
            {minutes > 0 ? `${t('calendar:reservation.minutes', { count: minutes })}. ` : ''}
            {whole ? t('find.by_device') : t('find.loading_rest')}
          </span>
        </p>
      }
    >
      {salon ? (
        <FindSlotForm {...{ ...props, salon, service, setServiceId, more, setMore }} />
      ) : read.phase === 'failed' ? (
        <ErrorBox className="m-4" title={t('calendar:data_failed')} onRetry={read.retry} retryLabel={t('calendar:retry')} />
      ) : (
        <div className="grid place-items-center py-10 text-primary-ink">
          <CombSpinner className="text-[2.25rem]" />
        </div>
      )}
    </FindSlotFrame>
  );
}

interface FrameProps {
  title: string;
  footer: ReactNode;
  /** The person leaves the search: with Escape, the cross, or a press beside it (`aside`). */
  onLeave(aside?: 'aside'): void;
  children: ReactNode;
}

const GAP = 4;
/** A press on these is none beside the panel: its own lists, what stands above it, the slot that it drew, a scroll bar. */
const INSIDE = '[data-find], [data-find-button], .layer-pop, .layer-dialog, .toasts, .found-slot';

/**
 * A sheet on phones; elsewhere a panel at the window's edge, as high as the grid, beside which that stays in sight and in use:
 * what is scrolled out from under it leaves nothing empty in sight.
 */
function FindSlotFrame(props: FrameProps) {
  const phone = useIsPhone();
  return phone ? (
    <Dialog open tall onClose={() => props.onLeave()} title={props.title} footer={props.footer}>
      {props.children}
    </Dialog>
  ) : (
    <FindPanel {...props} />
  );
}

function FindPanel({ title, footer, onLeave, children }: FrameProps) {
  const { t } = useTranslation('common');
  // The portal is there later than this component, the first time on a page.
  const [panel, setPanel] = useState<HTMLElement | null>(null);
  const [opener] = useState(() => document.activeElement);
  const close = () => {
    onLeave();
    if (opener instanceof HTMLElement) opener.focus();
  };
  const leave = useRef({ close, onLeave });
  useBusy('dialog', true);
  useLayoutEffect(() => {
    leave.current = { close, onLeave };
  });

  useLayoutEffect(() => {
    if (!panel) return;
    const place = () => {
      const button = document.querySelector('[data-find-button]');
      const top = (button?.closest('header')?.getBoundingClientRect().bottom ?? 0) + GAP;
      panel.style.top = `${top}px`;
    };
    place();
    window.addEventListener('resize', place);
    return () => window.removeEventListener('resize', place);
  }, [panel]);

  useEffect(() => {
    panel?.querySelector<HTMLElement>('[data-autofocus], button.select')?.focus({ preventScroll: true });
  }, [panel]);

  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.defaultPrevented || document.querySelector('.layer-dialog')) return;
      leave.current.close();
    };
    // A press, not a touch: the day may be scrolled beside it.
    const onClick = ({ target }: MouseEvent) => {
      if (target instanceof Element && !target.closest(INSIDE) && !target.matches(SCROLLER)) leave.current.onLeave('aside');
    };
    window.addEventListener('keydown', onKey);
    window.addEventListener('click', onClick, true);
    return () => {
      window.removeEventListener('keydown', onKey);
      window.removeEventListener('click', onClick, true);
    };
  }, []);

  return (
    <Portal>
      <div ref={setPanel} role="dialog" aria-label={title} data-find className="find-panel pop layer-pop">
        <header className="flex items-center px-4 pt-3 pb-1">
          <h2 className="text-base">{title}</h2>
          <Button
            variant="ghost"
            iconOnly
            label={t('close')}
            icon={<X className="i" aria-hidden="true" />}
            className="-mr-2 ml-auto"
            onClick={close}
          />
        </header>
        {children}
        <footer className="border-line border-t bg-surface-2 px-4 py-2.5">{footer}</footer>
      </div>
    </Portal>
  );
}
