import type { SalonPart } from '#calendar/reads/calendar-reads.ts';
import type { Booking } from '#calendar/reads/use-booking.ts';
import type { OpenCard } from '#calendar/state/card-store.ts';

/** What the card's buttons lead to; each closes it first. */
export interface CardActions {
  edit(): void;
  move(): void;
  repeat(): void;
  remove(): void;
}

export interface CardProps {
  card: OpenCard;
  salon: SalonPart;
  booking: Booking;
  actions: CardActions;
  title: string;
}
