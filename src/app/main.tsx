// First: it declares the order of the layers that every other style sheet fills.
import '#ui/app.css';
import './shell.css';
import '#i18n/i18n.ts';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { hearDrift } from '#data/device/device-clock.ts';
import { forgetDevice, lookForEmptied, noteDevice } from '#data/device/device-mark.ts';
import { keepStorage, learnPersistence } from '#data/device/device-storage.ts';
import { answerFor } from '#data/device/open-windows.ts';
import { overlapIssues$ } from '#data/issues/overlaps.ts';
import { forgetAside, putBack, watchLoss } from '#data/session/device-loss.ts';
import { followFormerSalons } from '#data/session/former-salons.ts';
import { finishRemovals, removeBeforeOpening } from '#data/session/held-removals.ts';
import { noteOpened, watchForgotten } from '#data/session/replica-age.ts';
import { watchAccess } from '#data/session/salon-access.ts';
import { mayEnter } from '#data/session/salon-membership.ts';
import { SERVER_KEY, SERVER_URL } from '#data/session/server-address.ts';
import { createSession } from '#data/session/session.ts';
import { keepReplica } from '#data/session/session-replica.ts';
import { sessionStore } from '#data/session/session-store.ts';
import { keepPushRegistered, pushElsewhere } from '#pwa/push-registration.ts';
import { lookWhenTooOld, registerServiceWorker } from '#pwa/register.ts';
import { newerTookOver } from '#pwa/update.ts';
import { systemClock } from '#sync/machine/clock.ts';
import { openReplica } from '#sync/replica.ts';
import { hearingTheTime } from '#sync/server/server-clock.ts';
import { supabaseServer } from '#sync/server/supabase-server.ts';
import { listenForOtherVersions } from '#sync/versions/version-signal.ts';
import { busy } from '#ui/busy.ts';
import { watchTheme } from '#ui/theme.ts';
import { App } from './app.tsx';
import { reloadWhenLost } from './reload-when-lost.ts';
import { RootBoundary } from './root-boundary.tsx';
import { StartFailed } from './start-failed.tsx';

const kept = sessionStore();
const isTyped = () => busy.getState().form > 0;
const session = createSession({ url: SERVER_URL, key: SERVER_KEY, store: kept, isTyped });
const forget = (userId: string, salonId: number) => {
  forgetDevice(userId, salonId);
  forgetAside(userId, salonId);
};
const removals = { session, kept, forget };
const keeper = keepReplica(
  session,
  async (userId, salonId) => {
    await removeBeforeOpening(removals, { userId, salonId });
    await lookForEmptied(userId, salonId);
    const server = hearingTheTime(supabaseServer(session.clientOf(userId)), systemClock, hearDrift);
    const replica = await openReplica({ userId, salonId, server, derivedIssues: ({ events }) => overlapIssues$({ events }) });
    await putBack(replica).catch((error: unknown) => console.error('What was put aside waits for the next opening', error));
    return replica;
  },
  (replica) => {
    const endings = [
      answerFor(replica),
      keepPushRegistered(replica),
      lookWhenTooOld(replica),
      watchAccess(session, replica),
      noteDevice(replica),
      watchLoss(session, replica),
      reloadWhenLost(replica),
      noteOpened(kept, replica),
    ];
    return () => {
      for (const end of endings) end();
    };
  },
);

finishRemovals(removals);
watchForgotten(removals);
followFormerSalons({
  session,
  mayEnter: (userId, salonId) => mayEnter(session.clientOf(userId), salonId),
  sendElsewhere: pushElsewhere,
  forget,
});

session.onEvent((event) => {
  if (event === 'SIGNED_IN') void keepStorage();
  else if (event === 'INITIAL_SESSION') void learnPersistence();
});
watchTheme();
void registerServiceWorker();
listenForOtherVersions(newerTookOver);

const place = document.getElementById('root');
if (!place) throw new Error('index.html has no #root');
const root = createRoot(place);
root.render(
  <StrictMode>
    <RootBoundary>
      <App session={session} keeper={keeper} />
    </RootBoundary>
  </StrictMode>,
);
session.start().catch((error: unknown) => {
  console.error('The session could not be read', error);
  root.render(<StartFailed error={error} />);
});
