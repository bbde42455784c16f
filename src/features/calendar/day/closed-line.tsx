import { DoorClosed } from 'lucide-react';
import type { SalonDays } from '#domain/booking/open-days.ts';
import type { LocalDate } from '#domain/time/time.ts';
import { closedLabel } from '#features/shared/open-words.ts';
import { useLanguage } from '#i18n/use-language.ts';

/** Above a day on which the salon does not open: why nothing is free. */
export function ClosedLine({ open, date }: { open: SalonDays | null; date: LocalDate }) {
  const language = useLanguage();
  const label = closedLabel(open, date, language);
  if (label === null) return null;
  return (
    <p
      className="flex flex-none items-center gap-2 border-line border-b bg-surface-2 px-3 py-1.5 text-ink-2 text-xs"
      data-closed={date}
    >
      <DoorClosed className="i i-sm flex-none" aria-hidden="true" />
      <span className="min-w-0 break-words">{label}</span>
    </p>
  );
}
