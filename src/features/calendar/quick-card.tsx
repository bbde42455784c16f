import type { LocalRow } from '#schemas/registry.ts';
import type { SalonPart } from './calendar-reads.ts';
import type { OpenCard } from './card-store.ts';

export interface QuickCardProps {
  card: OpenCard;
  salon: SalonPart;
  onEdit(event: LocalRow<'events'>): void;
  onRepeat(event: LocalRow<'events'>): void;
  onMove(event: LocalRow<'events'>): void;
}

/** One appointment at a glance, and what is done to it all day. */
export function QuickCard(_props: QuickCardProps) {
  return null;
}
