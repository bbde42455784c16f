import { Copy, Printer, Share2, Undo2 } from 'lucide-react';
import { useCallback, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { salon$ } from '#data/salon.queries.ts';
import type { SalonDays } from '#domain/booking/open-days.ts';
import type { LocalDate } from '#domain/time/time.ts';
import { undoLast, useLastChange } from '#features/shared/undo.ts';
import { useReplica } from '#features/shared/use-replica.ts';
import type { LocalRow } from '#schemas/registry.ts';
import { CopyDialog } from '#shifts/copy/copy-dialog.tsx';
import { PlanSheet } from '#shifts/paper/plan-sheet.tsx';
import { ShareDialog } from '#shifts/paper/share-dialog.tsx';
import type { Weekly } from '#shifts/plan/plan-rows.ts';
import type { PlannedWeek } from '#shifts/reads/week-plan.ts';
import { Menu } from '#ui/overlay/menu.tsx';
import { useOwnPrinting } from '#ui/paper/paper.tsx';
import { useLive } from '#ui/timing/use-live.ts';

interface PlanMenuProps {
  employees: readonly LocalRow<'resources'>[];
  weekly: Weekly;
  /** Makes the week's plan on demand: most weeks are neither printed nor shared. */
  planned: () => readonly PlannedWeek[];
  dates: readonly LocalDate[];
  openDays: SalonDays | null;
  monday: LocalDate;
}

/** The menu of a week: copy, print, share, undo. What the browser's own menu prints here is the week, too. */
export function PlanMenu({ employees, weekly, planned, dates, openDays, monday }: PlanMenuProps) {
  const { t } = useTranslation(['plan', 'undo']);
  const [open, setOpen] = useState<'copy' | 'print' | 'share' | null>(null);
  const [printing, onPrinted] = useOwnPrinting();
  const replica = useReplica();
  const salon = useLive(() => salon$(replica), [replica])?.salon;
  const close = useCallback(() => setOpen(null), []);
  const wanted = printing || open === 'print' || open === 'share';
  const plan = useMemo(() => (wanted ? planned() : []), [wanted, planned]);
  const last = useLastChange();
  return (
    <>
      <Menu
        label={t('plan:more')}
        entries={[
          { label: t('plan:copy'), icon: <Copy className="i" aria-hidden="true" />, onSelect: () => setOpen('copy') },
          { label: t('plan:print'), icon: <Printer className="i" aria-hidden="true" />, onSelect: () => setOpen('print') },
          { label: t('plan:share'), icon: <Share2 className="i" aria-hidden="true" />, onSelect: () => setOpen('share') },
          {
            label: t('undo:undo_last'),
            note: last ?? t('undo:undo_nothing'),
            icon: <Undo2 className="i" aria-hidden="true" />,
            disabled: last === null,
            onSelect: () => void undoLast(),
          },
        ]}
      />
      {open === 'copy' ? <CopyDialog {...{ employees, weekly, monday }} onClose={close} /> : null}
      {open === 'print' ? <PlanSheet {...{ plan, dates, openDays, salon }} prints onClose={close} /> : null}
      {printing ? <PlanSheet {...{ plan, dates, openDays, salon }} onClose={onPrinted} /> : null}
      {open === 'share' ? <ShareDialog {...{ plan, dates, openDays }} onClose={close} /> : null}
    </>
  );
}
