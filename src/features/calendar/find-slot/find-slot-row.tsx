import type { KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import type { SalonPart } from '#calendar/reads/calendar-reads.ts';
import { clockSpan } from '#domain/clock-span.ts';
import { formatTimeRange } from '#domain/date-format.ts';
import { EmployeeAvatar } from '#ui/avatar.tsx';
import type { FoundPlace } from './found-slot.ts';

interface SlotRowProps {
  slot: FoundPlace;
  salon: SalonPart;
  chosen: boolean;
  onChoose(): void;
  onPick(slot: FoundPlace): void;
}

/** One found slot; a press on it books, and so does Enter. */
export function SlotRow({ slot, salon, chosen, onChoose, onPick }: SlotRowProps) {
  const { t } = useTranslation('reservation');
  const employee = salon.employees.find(({ id }) => id === slot.resourceId);
  const ids = [...new Set((slot.legs ?? [slot]).map(({ resourceId }) => resourceId))];
  const names = ids.map((id) => salon.employees.find((one) => one.id === id)?.name ?? '').join(', ');
  const { from, to } = clockSpan({ start_time: slot.start, end_time: slot.end }, salon.config.timezone);
  return (
    <button
      type="button"
      className="slot-row"
      data-slot={slot.start}
      data-chosen={chosen || undefined}
      onFocus={onChoose}
      onPointerMove={({ pointerType, movementX, movementY }) => {
        // A list that appears under a resting pointer chooses nothing.
        if (pointerType === 'mouse' && (movementX || movementY)) onChoose();
      }}
      onClick={() => onPick(slot)}
      onKeyDown={stepBetweenRows}
    >
      <EmployeeAvatar name={employee?.name ?? ''} color={employee?.color ?? ''} className="h-7! w-7! text-[.7rem]!" />
      <span className="w-28 text-left font-semibold whitespace-nowrap tnum">{formatTimeRange(from, to)}</span>
      <span className="min-w-0 flex-1 break-words text-left leading-tight">{names}</span>
      {/* Several names need its room: the row that is chosen would grow, and those below it jump. Two lines of names fit its height. */}
      <span className={chosen && ids.length === 1 ? 'slot-row-do' : 'sr-only'}>{t('find.book')}</span>
      {chosen ? (
        <span className="kbd" aria-hidden="true">
          Enter
        </span>
      ) : null}
    </button>
  );
}

function stepBetweenRows(event: KeyboardEvent<HTMLElement>) {
  const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
  const rows = [...(event.currentTarget.closest('[data-results]')?.querySelectorAll<HTMLElement>('[data-slot]') ?? [])];
  const at = rows.indexOf(event.currentTarget);
  const next = rows[at + step];
  if (step === 0 || at < 0 || !next) return;
  event.preventDefault();
  next.focus();
}
