import { Radio, RadioGroup } from '@headlessui/react';
import { ChevronDown } from 'lucide-react';
import { useState } from 'react';
import { Trans } from 'react-i18next';
import { formatTimeOf } from '#domain/date-format.ts';
import type { FreeSlot } from '#domain/free-slots.ts';
import { firstNameInitial } from '#domain/names.ts';
import { zonedParts } from '#domain/time.ts';
import { formatWeekday } from '#i18n/formats.ts';
import { Button } from '#ui/button.tsx';
import { classNames } from '#ui/class-names.ts';
import { Notice } from '#ui/notice.tsx';
import { dayText, type IssueWords } from './issue-words.ts';
import type { Booking } from './use-overlap.ts';

export const slotKey = ({ resourceId, start }: FreeSlot) => `${resourceId}/${start}`;

/** „14:30“; on another day than the booking's „пн, 23/11/2026, 9:00“. */
export function slotWhen({ start }: FreeSlot, moving: Booking, words: IssueWords): string {
  const zone = words.config.timezone;
  const { date } = zonedParts(start, zone);
  const time = formatTimeOf(start, zone);
  return date === zonedParts(moving.start_time, zone).date ? time : `${dayText(date, words)}, ${time}`;
}

export interface IssueSlotsProps {
  slots: readonly FreeSlot[];
  chosen: FreeSlot;
  moving: Booking;
  name: string;
  words: IssueWords;
  employee(id: string): string;
  onChosen(slot: FreeSlot): void;
}

/** The best free place in a sentence; the others on demand. */
export function IssueSlots({ slots, chosen, moving, name, words, employee, onChosen }: IssueSlotsProps) {
  const { t, language, config } = words;
  const [open, setOpen] = useState(false);
  const day = zonedParts(moving.start_time, config.timezone).date;
  const short = (slot: FreeSlot) => {
    const { date } = zonedParts(slot.start, config.timezone);
    const time = formatTimeOf(slot.start, config.timezone);
    return date === day ? time : `${formatWeekday(date, language, 'short')} ${time}`;
  };
  return (
    <>
      <Notice tone="info" className="mt-2.5 py-2.5!">
        <p className="text-sm">
          <Trans
            t={t}
            i18nKey="suggestion"
            values={{ name, when: slotWhen(chosen, moving, words), employee: employee(chosen.resourceId) }}
            components={{ b: <b className="font-semibold" /> }}
          />
        </p>
      </Notice>
      {slots.length > 1 ? (
        <Button
          variant="ghost"
          size="sm"
          breaks
          className="mt-1 -ml-2 text-left"
          aria-expanded={open}
          onClick={() => setOpen(!open)}
        >
          {t('more_slots')}
          <ChevronDown className={classNames('i i-sm', open && 'rotate-180')} aria-hidden="true" />
        </Button>
      ) : null}
      {open ? (
        <RadioGroup
          value={slotKey(chosen)}
          onChange={(key: string) => {
            const slot = slots.find((one) => slotKey(one) === key);
            if (slot) onChosen(slot);
          }}
          aria-label={t('slots_label', { name })}
          className="mt-1 flex flex-wrap gap-2"
        >
          {slots.map((slot) => (
            <Radio
              key={slotKey(slot)}
              value={slotKey(slot)}
              as="button"
              type="button"
              aria-label={`${slotWhen(slot, moving, words)}, ${employee(slot.resourceId)}`}
              className={({ checked }) => classNames('chip tnum outline-offset-2', checked && 'on')}
            >
              {short(slot)}
              <span className="font-normal text-ink-2">{firstNameInitial(employee(slot.resourceId))}</span>
            </Radio>
          ))}
        </RadioGroup>
      ) : null}
    </>
  );
}
