import { useStore } from 'zustand';
import { storagePersistence } from '#data/device/device-storage.ts';
import { ProfilePage } from '#features/profile/profile-page.tsx';
import { useSignOut } from './sign-out.tsx';
import { useSalonName } from './use-salon.ts';

export function ProfileRoute() {
  const { persisted } = useStore(storagePersistence);
  return <ProfilePage salonName={useSalonName()} persisted={persisted} onSignOut={useSignOut()} />;
}
