import { Observable } from 'rxjs';

/** A hidden page paints nothing, so the work starts after this time at the latest, ms. */
const LATEST_MS = 100;

/** Does the work after the next paint, so that the frame does not wait for it. */
export function deferUntilPaint(work: () => void): void {
  let done = false;
  const once = () => {
    if (done) return;
    done = true;
    work();
  };
  setTimeout(once, LATEST_MS);
  requestAnimationFrame(() => setTimeout(once));
}

/** Makes a live read that begins after the next paint, for data that nobody can see or press before. */
export const oncePainted = <T>(make: () => Observable<T>): Observable<T> =>
  new Observable((subscriber) => {
    deferUntilPaint(() => {
      if (!subscriber.closed) subscriber.add(make().subscribe(subscriber));
    });
  });
