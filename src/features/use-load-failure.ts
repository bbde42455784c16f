import { useEffect } from 'react';
import { toast } from '#ui/toast-store.ts';
import type { LiveState } from '#ui/use-live.ts';
import { failureText } from './use-saving.ts';

/** A read that failed is told by a toast beside the box with Retry (document 2 §8), once for each failure. */
export function useLoadFailure({ error }: LiveState<unknown>, title: string): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each failure, not for each language
  useEffect(() => {
    if (error === undefined) return;
    console.error(title, error);
    toast({ title, description: failureText(error), variant: 'destructive' });
  }, [error]);
}
