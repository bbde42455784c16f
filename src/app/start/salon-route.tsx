import { SalonPage } from '#features/salon/salon-page.tsx';
import { useRetryReplica } from './replica-keeper.ts';

export function SalonRoute() {
  return <SalonPage onRetry={useRetryReplica()} />;
}
