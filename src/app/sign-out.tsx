import { createContext, type ReactNode, useContext, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { unsentOfPerson } from '#data/session-unsent.ts';
import { useSession } from '#features/use-replica.ts';
import { toast } from '#ui/toast-store.ts';
import { SignOutDialog } from './sign-out-dialog.tsx';

/** How many writes are known to be unsent in the open replica and beside it; `unknown` where they could not be counted. */
type Unsent = { open: number; elsewhere: number } | 'unknown';

const SignOut = createContext<(() => void) | null>(null);

/** Signs out; with unsent writes on this device it asks first. */
export function useSignOut(): () => void {
  const signOut = useContext(SignOut);
  if (!signOut) throw new Error('No sign-out here');
  return signOut;
}

export function SignOutProvider({ children }: { children: ReactNode }) {
  const { t } = useTranslation('auth');
  const session = useSession();
  const [asking, setAsking] = useState<Unsent | null>(null);

  const { start, leave } = useMemo(() => {
    const leave = async () => {
      setAsking(null);
      try {
        await session.signOut();
      } catch (error) {
        const message = error instanceof Error ? error.message : '';
        toast({ variant: 'destructive', title: t('sign_out_failed'), description: message || t('sign_out_failed_text') });
      }
    };
    const start = async () => {
      const state = session.store.getState();
      const { replica } = state;
      const open = replica ? await replica.pendingCount() : 0;
      const elsewhere = state.phase === 'signed-in' ? await unsentOfPerson(state.profile.id, replica?.salonId) : 0;
      if (open + elsewhere > 0) setAsking({ open, elsewhere });
      else await leave();
    };
    // A count that cannot be read must not keep anybody from leaving: the question is asked instead.
    return { start: () => void start().catch(() => setAsking('unknown')), leave };
  }, [session, t]);

  return (
    <SignOut value={start}>
      {children}
      {asking !== null && <SignOutDialog counted={asking} onStay={() => setAsking(null)} onLeave={() => void leave()} />}
    </SignOut>
  );
}
