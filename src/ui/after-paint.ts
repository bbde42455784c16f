import { Observable } from 'rxjs';

/** A page that is not shown paints nothing: the work is done after this long then, ms. */
const LATEST_MS = 100;

/** Does the work once what stands in the document now is on the screen: that frame does not wait for it. */
export function afterPaint(work: () => void): void {
  let done = false;
  const once = () => {
    if (done) return;
    done = true;
    work();
  };
  setTimeout(once, LATEST_MS);
  requestAnimationFrame(() => setTimeout(once));
}

/** A live read that begins once what is drawn now is on the screen: for what nobody can see or press before. */
export const oncePainted = <T>(make: () => Observable<T>): Observable<T> =>
  new Observable((subscriber) => {
    afterPaint(() => {
      if (!subscriber.closed) subscriber.add(make().subscribe(subscriber));
    });
  });
