/** The work that runs beside the screens and that no start needs: it begins once the start is over (main.tsx). */

import { followFormerSalons } from '#data/local-data/former-salons.ts';
import { noteOpened, watchForgotten } from '#data/local-data/replica-age.ts';
import { keepBookingPageKnown } from '#data/online/booking-page-book.ts';
import type { OpenReplica } from '#data/open-replica.ts';
import { reportDevice } from '#data/people/device-report.ts';
import { keepPeopleKnown } from '#data/people/people-book.ts';
import { hearAdministrator } from '#data/reports/error-recorder.ts';
import type { Session } from '#data/session/session.ts';
import type { SessionStore } from '#data/session/session-store.ts';
import { keepAppBadge } from '#pwa/app-badge.ts';
import { keepPushRegistered, pushElsewhere } from '#pwa/push-registration.ts';
import { lookWhenTooOld, registerServiceWorker } from '#pwa/register.ts';

export interface BesideScreens {
  readonly session: Session;
  readonly kept: SessionStore;
  /** Drops the other notes of this device about a replica. */
  forget(userId: string, salonId: number): void;
}

/** Begins all of it. Returns what follows a replica as long as it is open, and itself returns what ends that. */
export function afterStart({ session, kept, forget }: BesideScreens): (replica: OpenReplica) => () => void {
  void registerServiceWorker();
  watchForgotten({ session, kept, forget });
  followFormerSalons({
    session,
    async mayEnter(userId, salonId) {
      try {
        const { mayEnter } = await import('#data/session/session-server.ts');
        return await mayEnter(await session.clientOf(userId), salonId);
      } catch {
        return null; // what asks did not come: nobody was asked
      }
    },
    sendElsewhere: pushElsewhere,
    forget,
    async hasUnsaved(userId, salonId) {
      const { unsavedOf } = await import('#data/local-data/unsaved-work.ts');
      return Object.values(await unsavedOf(userId, [salonId])).some((count) => count > 0);
    },
  });
  const administrator = hearAdministrator({ session, kept });
  return (replica) => {
    const endings = [
      administrator.attend(replica),
      keepAppBadge(replica),
      keepPushRegistered(replica),
      lookWhenTooOld(replica),
      reportDevice({ session }, replica),
      keepPeopleKnown(session, replica),
      keepBookingPageKnown(session, replica),
      noteOpened(kept, replica),
    ];
    return () => {
      for (const end of endings) end();
    };
  };
}
