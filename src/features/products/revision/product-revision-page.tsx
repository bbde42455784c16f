import { ClipboardCheck, History } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { productGroups$, products$ } from '#data/products.queries.ts';
import { salon$ } from '#data/salon.queries.ts';
import { useReplica } from '#features/shared/use-replica.ts';
import { Segmented } from '#ui/form/segmented.tsx';
import { Page } from '#ui/page/page.tsx';
import { BackLink, BarLink } from '#ui/page/page-links.tsx';
import { useIsPhone } from '#ui/style/use-media.ts';
import { useLive } from '#ui/timing/use-live.ts';
import { RevisionHistory } from './past-revisions.tsx';
import { RevisionCount } from './revision-count.tsx';

const HISTORY = 'history';

/** `/products/revision`: counting, and with `?view=history` what was counted before. */
export function ProductRevisionPage() {
  const { t } = useTranslation(['stock', 'products']);
  const phone = useIsPhone();
  const [search, setSearch] = useSearchParams();
  const view = search.get('view') === HISTORY ? HISTORY : 'count';
  return (
    <Page
      title={t('products:revision')}
      lead={<BackLink to="/products" label={t('products:back')} />}
      actions={
        phone ? (
          <BarLink
            to={view === HISTORY ? '/products/revision' : `/products/revision?view=${HISTORY}`}
            label={t(view === HISTORY ? 'count_tab' : 'history_tab')}
            icon={
              view === HISTORY ? (
                <ClipboardCheck className="i" aria-hidden="true" />
              ) : (
                <History className="i" aria-hidden="true" />
              )
            }
          />
        ) : (
          <Segmented<string>
            label={t('views')}
            value={view}
            onChange={(next) => setSearch(next === HISTORY ? { view: HISTORY } : {}, { replace: true })}
            options={[
              { value: 'count', label: t('count_tab') },
              { value: HISTORY, label: t('history_tab') },
            ]}
          />
        )
      }
      flush={view === 'count'}
      className={view === 'count' ? undefined : 'max-md:p-0!'}
    >
      {view === 'count' ? <RevisionCount /> : <PastRevisions />}
    </Page>
  );
}

function PastRevisions() {
  const replica = useReplica();
  const products = useLive(() => products$(replica), [replica]);
  const groups = useLive(() => productGroups$(replica), [replica]);
  const salon = useLive(() => salon$(replica), [replica]);
  if (!products || !groups || !salon) return null;
  return (
    <RevisionHistory
      products={products}
      groups={groups}
      currency={salon.effective.currency}
      zone={salon.effective.timezone}
      ownerId={salon.salon?.owner_id ?? null}
    />
  );
}
