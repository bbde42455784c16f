import { Copy, Printer, Share2, Undo2 } from 'lucide-react';
import { useCallback, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { LocalDate } from '#domain/time/time.ts';
import { undoLast, useLastChange } from '#features/shared/undo.ts';
import type { LocalRow } from '#schemas/registry.ts';
import { CopyDialog } from '#shifts/copy/copy-dialog.tsx';
import { PlanSheet } from '#shifts/paper/plan-sheet.tsx';
import { ShareDialog } from '#shifts/paper/share-dialog.tsx';
import type { Weekly } from '#shifts/plan/plan-rows.ts';
import type { PlannedWeek } from '#shifts/reads/week-plan.ts';
import { Menu } from '#ui/overlay/menu.tsx';

interface PlanMenuProps {
  employees: readonly LocalRow<'resources'>[];
  weekly: Weekly;
  /** Makes the week's plan on demand: most weeks are neither printed nor shared. */
  planned: () => readonly PlannedWeek[];
  dates: readonly LocalDate[];
  monday: LocalDate;
}

/** The menu of a week: copy, print, share, undo. */
export function PlanMenu({ employees, weekly, planned, dates, monday }: PlanMenuProps) {
  const { t } = useTranslation(['plan', 'undo']);
  const [open, setOpen] = useState<'copy' | 'print' | 'share' | null>(null);
  const close = useCallback(() => setOpen(null), []);
  const plan = useMemo(() => (open === 'print' || open === 'share' ? planned() : []), [open, planned]);
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
      {open === 'print' ? <PlanSheet {...{ plan, dates }} onClose={close} /> : null}
      {open === 'share' ? <ShareDialog {...{ plan, dates }} onClose={close} /> : null}
    </>
  );
}
