/** What the list of errors is asked for, by its address. Pure. */

import type { ErrorsAsked } from '#admin/reads/admin-reads.ts';
import type { Address } from '#admin/reads/use-address.ts';
import { addDays } from '#domain/time.ts';

const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** The first instant of a day on this device, ISO UTC; null where the text is no day. @param day yyyy-MM-dd */
function beginOf(day: string): string | null {
  const at = DAY.test(day) ? new Date(`${day}T00:00:00`) : null;
  return at && !Number.isNaN(at.getTime()) ? at.toISOString() : null;
}

export function askedIn(address: Pick<Address, 'get' | 'page'>): ErrorsAsked {
  const salonId = Number(address.get('salon'));
  const day = address.get('day');
  const from = beginOf(day);
  const to = from && beginOf(addDays(day, 1));
  return {
    salonId: Number.isSafeInteger(salonId) && salonId > 0 ? salonId : null,
    type: address.get('type') || null,
    day: from && to ? { from, to } : null,
    page: address.page,
  };
}
