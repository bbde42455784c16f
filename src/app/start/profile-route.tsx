import { useState } from 'react';
import { useStore } from 'zustand';
import { useSignOut } from '#app/shell/sign-out.tsx';
import { storagePersistence } from '#data/browser/device-storage.ts';
import { ChangePassword } from '#features/auth/change-password.tsx';
import { ProfilePage } from '#features/profile/profile-page.tsx';
import { useSalonName } from './use-salon.ts';

export function ProfileRoute() {
  const { persisted } = useStore(storagePersistence);
  const [changing, setChanging] = useState(false);
  return (
    <>
      <ProfilePage
        salonName={useSalonName()}
        persisted={persisted}
        onSignOut={useSignOut()}
        onChangePassword={() => setChanging(true)}
      />
      {changing ? <ChangePassword onClose={() => setChanging(false)} /> : null}
    </>
  );
}
