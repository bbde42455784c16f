import { ProfilePage } from '#features/profile/profile-page.tsx';
import { useSignOut } from './sign-out.tsx';
import { useSalonName } from './use-salon.ts';

export function ProfileRoute() {
  return <ProfilePage salonName={useSalonName()} onSignOut={useSignOut()} />;
}
