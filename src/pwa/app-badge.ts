import { distinctUntilChanged, map } from 'rxjs';
import type { Replica } from '#sync/replica.ts';

/** The platforms that have a number on the app's icon. */
type Badged = Partial<Pick<Navigator, 'setAppBadge' | 'clearAppBadge'>>;

/**
 * The number of decisions that wait for this person stands on the installed app's icon, where the platform has that. Returns
 * what takes it away: nobody is told of a salon that is not open.
 */
export function keepAppBadge({ status$ }: Pick<Replica, 'status$'>, badged: Badged = navigator): () => void {
  const show = (count: number) => {
    const shown = count > 0 ? badged.setAppBadge?.(count) : badged.clearAppBadge?.();
    // An app that is not installed, or a person who wants no badges: nothing is lost.
    shown?.catch((error: unknown) => console.info('The icon shows no number', error));
  };
  const watching = status$
    .pipe(
      map(({ issues }) => issues),
      distinctUntilChanged(),
    )
    .subscribe(show);
  return () => {
    watching.unsubscribe();
    show(0);
  };
}
