import { createContext, type ReactNode, useContext, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { unsavedInOtherWindows } from '#data/browser/other-windows.ts';
import { storedWorkOf, unsentOfPerson } from '#data/local-data/unsent-of-person.ts';
import { useSession } from '#features/shared/use-replica.ts';
import { toast } from '#ui/overlay/toast-store.ts';
import { lazyPart } from '#ui/timing/lazy-component.tsx';
import type { Leaving } from './sign-out-dialog.tsx';

const SignOutDialog = lazyPart(() => import('./sign-out-dialog.tsx').then((m) => m.SignOutDialog));
const SignOut = createContext<(() => void) | null>(null);

/** Signs out; with anything of the person's on this device it asks first. */
export function useSignOut(): () => void {
  const signOut = useContext(SignOut);
  if (!signOut) throw new Error('No sign-out here');
  return signOut;
}

export function SignOutProvider({ children }: { children: ReactNode }) {
  const { t } = useTranslation('shell');
  const session = useSession();
  const [asking, setAsking] = useState<Leaving | 'unknown' | null>(null);

  const { start, leave } = useMemo(() => {
    const leave = async (removing: readonly number[] = []) => {
      setAsking(null);
      try {
        await session.signOut(removing);
      } catch (error) {
        const message = error instanceof Error ? error.message : '';
        toast({ variant: 'destructive', title: t('sign_out_failed'), description: message || t('sign_out_failed_text') });
      }
    };
    const start = async () => {
      const state = session.store.getState();
      if (state.phase !== 'signed-in') return leave();
      const { replica, profile } = state;
      const salonId = replica?.salonId ?? null;
      const open = replica ? await replica.pendingCount() : null;
      const elsewhere = await unsentOfPerson(profile.id, salonId);
      const held = await storedWorkOf(profile.id, salonId);
      const undecided = { open: replica?.status$.value.issues ?? 0, elsewhere: held.undecided };
      const shared = (await session.people()) === 'several';
      const typed = await unsavedInOtherWindows(profile.id);
      if (held.salons.length + typed.length === 0) return leave();
      const { unsavedOf } = await import('#data/local-data/unsaved-work.ts');
      const unsaved = await unsavedOf(profile.id, held.salons);
      setAsking({ open, elsewhere, undecided, salons: held.salons, shared, typed, unsaved });
    };
    // A count that cannot be read must not keep anybody from leaving: the question is asked instead.
    return { start: () => void start().catch(() => setAsking('unknown')), leave };
  }, [session, t]);

  return (
    <SignOut value={start}>
      {children}
      {asking !== null && (
        <SignOutDialog counted={asking} onStay={() => setAsking(null)} onLeave={(removing) => void leave(removing)} />
      )}
    </SignOut>
  );
}
