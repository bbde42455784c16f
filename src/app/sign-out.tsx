import { createContext, type ReactNode, useContext, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSession } from '#features/use-replica.ts';
import { toast } from '#ui/toast-store.ts';
import { SignOutDialog } from './sign-out-dialog.tsx';

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
  const [asking, setAsking] = useState(false);

  const { start, leave } = useMemo(() => {
    const leave = async () => {
      setAsking(false);
      try {
        await session.signOut();
      } catch (error) {
        const message = error instanceof Error ? error.message : '';
        toast({ variant: 'destructive', title: t('sign_out_failed'), description: message || t('sign_out_failed_text') });
      }
    };
    const start = async () => {
      const unsent = await session.store.getState().replica?.pendingCount();
      if (unsent) setAsking(true);
      else await leave();
    };
    // A count that cannot be read must not keep anybody from leaving: the question is asked instead.
    return { start: () => void start().catch(() => setAsking(true)), leave };
  }, [session, t]);

  return (
    <SignOut value={start}>
      {children}
      {asking && <SignOutDialog onStay={() => setAsking(false)} onLeave={() => void leave()} />}
    </SignOut>
  );
}
