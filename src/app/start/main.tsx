// First: it declares the order of the layers that every other style sheet fills.
import '#ui/style/styles.css';
import '#app/shell/shell.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { from, switchMap } from 'rxjs';
import { hearDrift } from '#data/browser/device-clock.ts';
import { learnPersistence, requestPersistenceQuietly } from '#data/browser/device-storage.ts';
import { derivedIssues$ } from '#data/issues/derived-issues.ts';
import { forgetAside, restoreLostWork, watchLoss } from '#data/local-data/device-loss.ts';
import { forgetDevice, lookForEmptied, noteDevice } from '#data/local-data/device-mark.ts';
import { finishRemovals, removeBeforeOpening } from '#data/local-data/held-removals.ts';
import { answerFor } from '#data/local-data/open-windows.ts';
import type { OpenReplica } from '#data/open-replica.ts';
import { deviceId } from '#data/people/this-device.ts';
import { listenForErrors } from '#data/reports/caught.ts';
import { SERVER_KEY, SERVER_URL } from '#data/session/server-address.ts';
import { createSession } from '#data/session/session.ts';
import { keepReplica, watchAccess, watchMembership } from '#data/session/session-replica.ts';
import { sessionStore } from '#data/session/session-store.ts';
import { firstTexts, followOtherTabs } from '#i18n/i18n.ts';
import { hearInstallPrompt } from '#pwa/install-prompt.ts';
import { newerTookOver } from '#pwa/update.ts';
import { systemClock } from '#sync/machine/clock.ts';
import { openReplica } from '#sync/replica.ts';
import { deferredServer } from '#sync/server/deferred-server.ts';
import { measuringDrift } from '#sync/server/server-clock.ts';
import type { Collections } from '#sync/storage/rxdb/collections.ts';
import { listenForOtherVersions } from '#sync/versions/version-signal.ts';
import { watchTheme } from '#ui/style/theme.ts';
import { busy } from '#ui/timing/busy.ts';
import { fetchPartsWhenIdle } from '#ui/timing/lazy-component.tsx';
import { startOver } from '#ui/timing/start-over.ts';
import { App } from './app.tsx';
import { RootBoundary, StartFailed } from './crash-page.tsx';
import { noticeLeaving } from './reload-once.ts';
import { reloadWhenLost } from './reload-when-lost.ts';

listenForErrors();
hearInstallPrompt();
// First of all: nothing can be drawn before them.
const texts = firstTexts();
const kept = sessionStore();
const isTyped = () => busy.getState().form > 0;
const session = createSession({ url: SERVER_URL, key: SERVER_KEY, store: kept, isTyped, after: startOver() });
const forget = (userId: string, salonId: number) => {
  forgetDevice(userId, salonId);
  forgetAside(userId, salonId);
  void import('#data/reports/salon-standing.ts')
    .then(({ forgetStanding }) => forgetStanding(kept, { userId, salonId }))
    .catch((error: unknown) => console.info('What the administrator said stays on this device', error));
};
const serverOf = async (userId: string) => {
  const client = await session.clientOf(userId);
  return (await import('#sync/server/supabase-server.ts')).supabaseServer(client, deviceId);
};
/** Errors are told, the service worker is registered, and more of that kind: none of it is needed to work. */
const beside = startOver().then(async () => (await import('./after-start.ts')).afterStart({ session, kept, forget }));
beside.catch((error: unknown) => console.error('What goes on beside the screens could not be fetched', error));
const removals = { session, kept, forget };
/** Follows an open replica as soon as there is what does it, unless it has closed before. */
const attendLater = (replica: OpenReplica) => {
  let end: (() => void) | null = null;
  let closed = false;
  void beside.then(
    (attend) => {
      if (!closed) end = attend(replica);
    },
    () => undefined, // said above
  );
  return () => {
    closed = true;
    end?.();
  };
};
const keeper = keepReplica(
  session,
  async (userId, salonId) => {
    await removeBeforeOpening(removals, { userId, salonId });
    await lookForEmptied(userId, salonId);
    const server = measuringDrift(
      deferredServer(() => serverOf(userId)),
      systemClock,
      hearDrift,
    );
    const derivedIssues = (rows: Collections) => from(startOver()).pipe(switchMap(() => derivedIssues$(rows)));
    const replica = await openReplica({ userId, salonId, server, startAfter: startOver(), derivedIssues });
    await restoreLostWork(replica).catch((error: unknown) =>
      console.error('What was put aside waits for the next opening', error),
    );
    return replica;
  },
  (replica) => {
    const endings = [
      answerFor(replica),
      watchAccess(session, replica),
      watchMembership(session, replica),
      noteDevice(replica),
      watchLoss(session, replica),
      reloadWhenLost(replica),
      attendLater(replica),
    ];
    return () => {
      for (const end of endings) end();
    };
  },
);

finishRemovals(removals);

session.onEvent((event) => {
  if (event === 'SIGNED_IN') void requestPersistenceQuietly();
  else if (event === 'INITIAL_SESSION') void learnPersistence();
});
watchTheme();
followOtherTabs();
listenForOtherVersions(newerTookOver);

const place = document.getElementById('root');
if (!place) throw new Error('index.html has no #root');
const root = createRoot(place);
const started = session.start();
started.catch((error: unknown) => console.error('The session could not be read', error));
// Without its texts the page stays empty, and boot.js says in words of its own that the app did not start.
void texts.then(() => {
  root.render(
    <StrictMode>
      <RootBoundary>
        <App session={session} keeper={keeper} />
      </RootBoundary>
    </StrictMode>,
  );
  started.catch((error: unknown) => root.render(<StartFailed error={error} />));
});
const fetchedAll = noticeLeaving();
void startOver().then(() => fetchPartsWhenIdle(fetchedAll));
