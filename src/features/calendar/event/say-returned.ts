import type { TFunction } from 'i18next';
import { formatTime } from '#domain/date-format.ts';
import type { PlaceRefusal } from '#domain/placing.ts';
import { toast } from '#ui/toast-store.ts';

export interface Returned {
  refusal: PlaceRefusal;
  /** The name of whose time it is. */
  employee: string;
  /** Where it would have stood, minutes of the day. */
  from: number;
  to: number;
  /** It was only made longer: refused is where it would end, not where it begins. */
  resized: boolean;
}

/** Says that an appointment stays where it is, and why. */
export function sayReturned(t: TFunction, { refusal, employee, from, to, resized }: Returned): void {
  const longer = resized && refusal === 'blocked';
  const where = { employee, end: formatTime(to), time: formatTime(longer ? to : from) };
  const description = longer ? t('booking:returned_longer', where) : t(`calendar:drag.returned_${refusal}`, where);
  toast({ title: t('calendar:drag.returned'), description, variant: 'destructive' });
}
