import { SignOutProvider, useSignOut } from '#app/shell/sign-out.tsx';
import { hasOwnSalon } from '#data/session/session-state.ts';
import { JoinPage } from '#features/auth/join-page.tsx';
import { useSessionState } from '#features/shared/use-replica.ts';
import { useSalonName } from './use-salon.ts';

export function JoinRoute() {
  return (
    <SignOutProvider>
      <Join />
    </SignOutProvider>
  );
}

function Join() {
  const state = useSessionState();
  const name = useSalonName();
  const signOut = useSignOut();
  const own =
    state.phase === 'signed-in' && hasOwnSalon(state)
      ? {
          name: (state.viewingAsAdmin ? null : name) ?? `№ ${state.profile.salonId ?? state.salonId}`,
          isOwner: state.profile.salonRole === 'owner',
        }
      : null;
  return <JoinPage own={own} onSignOut={signOut} />;
}
