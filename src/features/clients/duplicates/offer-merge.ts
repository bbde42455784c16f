import { apartPairs, areApart } from '#data/clients/client-merge.ts';
import type { OpenReplica } from '#data/open-replica.ts';
import { duplicatesOf } from '#domain/client-duplicates.ts';
import { clientName, fullName } from '#domain/names.ts';
import { i18n } from '#i18n/i18n.ts';
import type { LocalRow } from '#schemas/registry.ts';
import { toast } from '#ui/toast-store.ts';

type Client = LocalRow<'clients'>;
type Saved = Pick<Client, 'id' | 'first_name' | 'last_name' | 'phone' | 'email' | 'birth_date'>;

/** Who was saved may be there already: a toast offers to look at both, and to make one of them. */
export function offerMerge(replica: OpenReplica, saved: Saved, others: readonly Client[], go: (path: string) => void): void {
  const person = { ...saved, name: fullName(saved.first_name, saved.last_name) };
  const apart = apartPairs(replica);
  const found = duplicatesOf(person, others).find(({ client }) => !areApart(apart, saved.id, client.id));
  if (!found) return;
  const t = i18n.getFixedT(null, 'clients');
  toast({
    note: true,
    title: t('maybe_same'),
    description: clientName(found.client),
    action: { label: t('compare'), onAction: () => go(`/clients/${saved.id}?compare=${found.client.id}`) },
  });
}
