/** How the bench plays a calendar, whoever made it. */
export interface BenchResource {
  readonly id: string;
  readonly title: string;
}

export interface BenchEvent {
  readonly id: string;
  readonly resourceId: string;
  /** The browser's time zone is the salon's. */
  readonly start: Date;
  readonly end: Date;
  /** Stands in the visible text of the appointment. */
  readonly title: string;
  readonly status: string;
  readonly color: string;
}

export interface BenchAdapter {
  /** Matches one element for each appointment, and not the one that is dragged. */
  readonly eventSelector: string;
  /** Draws only the columns in view. */
  readonly virtual?: boolean;
  /** `el` has a size and stands in a box that scrolls. `onMove` is called once a drop, with anything. */
  mount(
    el: HTMLElement,
    day: {
      date: string;
      resources: readonly BenchResource[];
      events: readonly BenchEvent[];
      onMove(moved: unknown): void;
    },
  ): void;
  /** The same day; what did not change are the same objects. */
  setEvents(events: readonly BenchEvent[]): void;
  setDate(date: string, events: readonly BenchEvent[]): void;
}
