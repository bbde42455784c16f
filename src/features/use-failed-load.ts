import { useEffect } from 'react';
import { failureText } from '#features/use-saving.ts';
import { toast } from '#ui/toast-store.ts';
import type { LiveState } from '#ui/use-live.ts';

/** Says in a toast that a read failed, once for each failure; the box with Retry stands where the content would be. */
export function useFailedLoad({ phase, error }: Pick<LiveState<unknown>, 'phase' | 'error'>, title: string): void {
  useEffect(() => {
    if (phase === 'failed') toast({ title, description: failureText(error), variant: 'destructive' });
  }, [phase, error, title]);
}
