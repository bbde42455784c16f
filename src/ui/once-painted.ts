import { Observable } from 'rxjs';
import { afterPaint } from './after-paint.ts';

/** A live read that begins once what is drawn now is on the screen: for what nobody can see or press before. */
export const oncePainted = <T>(make: () => Observable<T>): Observable<T> =>
  new Observable((subscriber) => {
    afterPaint(() => {
      if (!subscriber.closed) subscriber.add(make().subscribe(subscriber));
    });
  });
