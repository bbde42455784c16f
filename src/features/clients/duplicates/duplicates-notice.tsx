import { UsersRound } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { apartPairs, areApart, tellApart, unsentMerges$ } from '#data/clients/client-merge.commands.ts';
import { clients$ } from '#data/clients.queries.ts';
import { duplicatesOf } from '#domain/people/client-duplicates.ts';
import { clientName } from '#domain/people/names.ts';
import { useReplica } from '#features/shared/use-replica.ts';
import { useRights } from '#features/shared/use-rights.ts';
import type { LocalRow } from '#schemas/registry.ts';
import { Button } from '#ui/page/button.tsx';
import { Notice } from '#ui/page/notice.tsx';
import { lazyPart } from '#ui/timing/lazy-component.tsx';
import { useLiveAside } from '#ui/timing/use-live.ts';
import { takeMergeBack } from './take-merge-back.ts';

const MergeDialog = lazyPart(() => import('./merge-dialog.tsx').then((m) => m.MergeDialog));

type Client = LocalRow<'clients'>;

/** More of them at once would be a list of everybody called Мария Иванова. */
const MOST = 3;

/** The clients who may be the same person, and the merges here that can still be undone. `?compare=<id>` opens the question. */
export function DuplicatesNotice({ client }: { client: Client }) {
  const { t } = useTranslation('clients');
  const replica = useReplica();
  const [params, setParams] = useSearchParams();
  const mayMerge = useRights().may('clients', 'merged_into');
  const all = useLiveAside(() => clients$(replica), [replica]);
  const merged = useLiveAside(() => unsentMerges$(replica, client.id), [replica, client.id]) ?? [];
  const [apart, setApart] = useState(() => apartPairs(replica));
  const found = useMemo(
    () => (all && mayMerge ? duplicatesOf(client, all).filter((other) => !areApart(apart, client.id, other.client.id)) : []),
    [all, client, apart, mayMerge],
  );
  const compared = all?.find(({ id }) => id === params.get('compare') && id !== client.id);
  const compare = (id: string | null) => setParams(id === null ? {} : { compare: id }, { replace: true });
  return (
    <>
      {found.slice(0, MOST).map(({ client: other, by }) => (
        <Notice key={other.id} tone="warn" icon={<UsersRound className="i mt-px" aria-hidden="true" />}>
          <span className="flex flex-wrap items-center gap-3">
            <span className="min-w-[min(12rem,100%)] flex-1">{t(`same_${by}`, { name: clientName(other) })}</span>
            <span className="flex flex-wrap gap-2">
              <Button size="sm" onClick={() => compare(other.id)}>
                {t('compare')}
              </Button>
              <Button
                size="sm"
                variant="ghost"
                label={`${t('two_people')}: ${clientName(other)}`}
                onClick={() => {
                  tellApart(replica, client.id, other.id);
                  setApart(apartPairs(replica));
                }}
              >
                {t('two_people')}
              </Button>
            </span>
          </span>
        </Notice>
      ))}
      {merged.map((other) => (
        <Notice key={other.id}>
          <span className="flex flex-wrap items-center gap-3">
            <span className="min-w-[min(12rem,100%)] flex-1">{t('merged_here', { name: clientName(other) })}</span>
            <Button size="sm" onClick={() => void takeMergeBack(replica, other)}>
              {t('undo_merge')}
            </Button>
          </span>
        </Notice>
      ))}
      {compared && mayMerge ? <MergeDialog one={client} other={compared} onClose={() => compare(null)} /> : null}
    </>
  );
}
