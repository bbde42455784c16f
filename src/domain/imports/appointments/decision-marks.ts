/** Marks of an appointment's decisions and of its calendar: short texts that are equal where the values are. */
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { eventStatusOf } from '#domain/booking/event-status.ts';
import { onceEach } from '#domain/imports/once-each.ts';
import type { DecisionMarks, SalonEvent } from './planned-appointment.ts';

const hashed = onceEach((text) => bytesToHex(sha256(utf8ToBytes(text))).slice(0, 16));
const markOf = (values: readonly unknown[]): string => hashed(JSON.stringify(values));

/** Returns the mark of each decision's values. The caller always lists the values in the same order. */
export function marksOf(values: Readonly<Record<keyof DecisionMarks, readonly unknown[]>>): DecisionMarks {
  const { place, client, service, price, status } = values;
  return {
    place: markOf(place),
    client: markOf(client),
    service: markOf(service),
    price: markOf(price),
    status: markOf(status),
  };
}

/**
 * Returns the marks of a row. A change that a person makes here changes them. The visit counts as a part of the place, and the
 * arrival of the client as a part of the status.
 */
export const eventMarks = (row: Omit<SalonEvent, 'id' | 'deleted'>): DecisionMarks =>
  marksOf({
    place: [row.resource_id, row.start_time, row.end_time, row.visit_id],
    client: [row.client_id, row.notes],
    service: [row.type, row.service_id, row.service_id === null ? row.title : null],
    price: [row.price, row.currency],
    status: [eventStatusOf(row.status) ?? 'booked', row.arrived_at],
  });

/** Returns the mark of a calendar's name, or of an employee's cell. */
export const calendarMark = (name: string): string => markOf([name]);
