import { isLocalDate, type LocalDate, minuteOfClock, zonedParts } from '#domain/time/time.ts';

/** The first values of a new reservation: those of a slot, or the parameters of /calendar/add. */
export interface Draft {
  employee?: string;
  date?: LocalDate;
  /** Minute of the day. */
  start?: number;
  client?: string;
  service?: string;
  /** How long the slot is that was found for it; else the service says. */
  minutes?: number;
  /** The services that follow, each with whom it is; left out: as long as it lasts with them. */
  more?: readonly { readonly service: string; readonly employee: string; readonly minutes?: number }[];
}

/** Under what name what is typed in a new one is noted: for each client and service that it is asked for. */
export function newDraftForm({ client = '', service = '' }: Draft): string {
  const asked = service ? [client, service] : client ? [client] : [];
  return ['events/new', ...asked].join('/');
}

interface Found {
  readonly resourceId: string;
  readonly minutes: number;
  readonly serviceId: string;
}

/** A free slot as the beginning of a reservation. `start` is ISO UTC. */
export function draftOfSlot(slot: Found & { readonly start: string; readonly others?: readonly Found[] }, zone: string): Draft {
  const { date, minute } = zonedParts(slot.start, zone);
  const more = slot.others?.map((one) => ({ service: one.serviceId, employee: one.resourceId, minutes: one.minutes }));
  return {
    ...{ employee: slot.resourceId, date, start: minute, service: slot.serviceId, minutes: slot.minutes },
    ...(more ? { more } : {}),
  };
}

/**
 * The parameters of /calendar/add: client, service, employee, start (an instant, or the salon's own wall clock). A service and an
 * employee that are named again are those of the next part of a visit.
 */
export function draftOf(params: URLSearchParams, zone: string): Draft {
  const draft: Draft = {};
  const client = params.get('client');
  const service = params.get('service');
  const employee = params.get('employee');
  if (client) draft.client = client;
  if (service) draft.service = service;
  if (employee) draft.employee = employee;
  const [, ...people] = params.getAll('employee');
  const more = params
    .getAll('service')
    .slice(1)
    .map((own, at) => ({ service: own, employee: people[at] ?? '' }));
  if (more.length > 0) draft.more = more;
  const start = params.get('start') ?? '';
  const [date = '', clock = ''] = start.split('T');
  if (!isLocalDate(date)) return draft;
  if (/Z$|[+-]\d\d:?\d\d$/.test(clock) && !Number.isNaN(Date.parse(start))) {
    const at = zonedParts(start, zone);
    return { ...draft, date: at.date, start: at.minute };
  }
  const minute = minuteOfClock(clock.slice(0, 5));
  return Number.isNaN(minute) ? { ...draft, date } : { ...draft, date, start: minute };
}
