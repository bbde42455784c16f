/** The rows that the search shows under each headline, and where each leads. */
import type { LucideProps } from 'lucide-react';
import type { ComponentType } from 'react';
import { isTypedPhone } from '#domain/people/phones.ts';
import { matchesText } from '#domain/people/search.ts';
import type { When } from './find-appointments.ts';

/** With something asked no headline has more rows; the person types on instead. */
export const MOST_ROWS = 3;

export interface PaletteClient {
  readonly kind: 'client';
  readonly id: string;
  readonly name: string;
  readonly phone: string;
  readonly to: string;
  /** The path that opens a new appointment of this client. */
  readonly book: string;
}

export interface AppointmentRow {
  readonly kind: 'appointment';
  readonly id: string;
  /** Day and time. */
  readonly at: string;
  /** The client, the service and the employee. */
  readonly text: string;
  readonly color: string;
  readonly when: When;
  /** The number of its services, if there are several. */
  readonly parts: number | null;
  /** Its status in words, where it was missed or cancelled. */
  readonly status: string | null;
  readonly to: string;
}

export interface PaletteService {
  readonly kind: 'service';
  readonly id: string;
  readonly name: string;
  /** How long it takes, what it costs, and who offers it. */
  readonly text: string;
  readonly color: string;
  /** Opens a new appointment with it. */
  readonly to: string;
  /** Opens the search for its first free slot. */
  readonly find: string;
}

export interface PaletteProduct {
  readonly kind: 'product';
  readonly id: string;
  readonly name: string;
  /** How much there is, and what it costs. */
  readonly text: string;
  readonly to: string;
}

export interface ActionRow {
  readonly kind: 'action';
  readonly id: string;
  readonly label: string;
  readonly icon: ComponentType<LucideProps>;
  readonly to: string;
  /** Keys that do the same without the search. */
  readonly keys?: readonly string[];
}

export type PaletteRow = PaletteClient | AppointmentRow | PaletteService | PaletteProduct | ActionRow;

/** Returns the path of a new client's form with the query filled in: a name, or the number of a caller. */
export function newClientPath(query: string): string {
  return `/clients/add?${new URLSearchParams({ [isTypedPhone(query) ? 'phone' : 'name']: query })}`;
}

/** Actions and screens that fit; all of them while nothing is asked. */
export function actionsFor(actions: readonly ActionRow[], query: string): readonly ActionRow[] {
  if (query.trim() === '') return actions;
  return actions.filter(({ label }) => matchesText(label, query)).slice(0, MOST_ROWS);
}
