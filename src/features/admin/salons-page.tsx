import { CircleCheck, CircleDashed, X } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { AdminPage, Pager, ShortSearchHint } from '#admin/frame/admin-page.tsx';
import { DecisionButtons, useDecision } from '#admin/frame/decision.tsx';
import { OwnerMail, SalonCell, StatusBadge, ViewSalon } from '#admin/frame/salon-cell.tsx';
import { SetOwnerButton, SetOwnerDialog } from '#admin/frame/set-owner.tsx';
import { adminTime, salonNames } from '#admin/reads/admin-format.ts';
import { readSalons } from '#admin/reads/admin-reads.ts';
import type { ApprovalStatus, SalonOverview } from '#admin/reads/admin-rows.ts';
import { setSalonStatus } from '#admin/reads/admin-writes.ts';
import { type Address, useAddress, useTypedFilter } from '#admin/reads/use-address.ts';
import { useOnlineRead } from '#admin/reads/use-online-read.ts';
import { useLanguage } from '#i18n/use-language.ts';
import { SearchBox } from '#ui/form/search-box.tsx';
import { Segmented } from '#ui/form/segmented.tsx';
import { EmptyState } from '#ui/page/empty-state.tsx';
import { DataTable } from '#ui/table/data-table.tsx';

/** `/admin/salons`: all salons with their owner and the status of their latest approval. */
export function SalonsPage() {
  const { t } = useTranslation('admin');
  const language = useLanguage();
  const address = useAddress();
  const { page } = address;
  const asked = {
    search: address.get('q'),
    status: statusIn(address.get('status')),
    complete: address.get('profile') === COMPLETE ? true : null,
    page,
  };
  const [salons, refresh] = useOnlineRead(`salons ${JSON.stringify(asked)}`, (client) => readSalons(client, asked));
  const [owned, setOwned] = useState<SalonOverview | null>(null);
  const { approve, reject, busyWith, dialog } = useDecision<SalonOverview>(setSalonStatus, () => t('status_updated'), refresh);
  return (
    <AdminPage
      title={t('salons')}
      count={salons.value?.total}
      read={salons}
      onRefresh={refresh}
      filters={<SalonFilters address={address} />}
    >
      {({ rows, total }) => (
        <>
          {rows.length === 0 ? (
            <EmptyState title={t('no_salons')} />
          ) : (
            <DataTable
              label={t('salons')}
              rows={rows}
              rowKey={(row) => row.id}
              columns={[
                {
                  key: 'salon',
                  head: t('salon'),
                  cell: (row) => (
                    <>
                      <SalonCell salon={row} id={row.id} />
                      {/* On tablets the three actions take the room of a column. */}
                      <span className="text-sm lg:hidden">
                        <OwnerMail mail={row.owner} />
                      </span>
                    </>
                  ),
                },
                { key: 'owner', head: t('owner'), className: 'max-lg:hidden', cell: (row) => <OwnerMail mail={row.owner} /> },
                {
                  key: 'created',
                  head: t('created'),
                  className: 'max-xl:hidden',
                  cell: (row) => <time className="whitespace-nowrap">{adminTime(row.created_at)}</time>,
                },
                {
                  key: 'profile',
                  head: t('profile'),
                  className: 'max-xl:hidden',
                  cell: (row) => <Completeness complete={row.is_complete} />,
                },
                { key: 'status', head: t('status'), cell: (row) => <Status row={row} /> },
              ]}
              actions={(row) => {
                const { name } = salonNames(row, language);
                return (
                  <>
                    <DecisionButtons
                      name={name}
                      busy={busyWith?.id === row.id}
                      waits={busyWith !== null}
                      onApprove={row.status === 'approved' ? undefined : () => approve(row)}
                      onReject={row.status === 'rejected' ? undefined : () => reject(row)}
                    />
                    <SetOwnerButton name={name} onOpen={() => setOwned(row)} />
                    <ViewSalon salonId={row.id} name={name} />
                  </>
                );
              }}
              phoneRow={(row) => (
                <span className="min-w-24 flex-1">
                  <SalonCell salon={row} id={row.id} />
                  <span className="block text-sm text-ink-2 [overflow-wrap:anywhere]">{row.owner}</span>
                  <StatusBadge status={row.status} />
                </span>
              )}
            />
          )}
          <Pager page={page} total={total} onPage={address.setPage} />
          {rows.length > 0 ? <p className="hint mt-0!">{t('view_hint')}</p> : null}
          {dialog}
          {owned ? <SetOwnerDialog salon={owned} onDone={refresh} onClose={() => setOwned(null)} /> : null}
        </>
      )}
    </AdminPage>
  );
}

function Status({ row }: { row: SalonOverview }) {
  return (
    <span title={row.reason ?? undefined}>
      <StatusBadge status={row.status} />
      {row.reason ? <span className="sr-only">{row.reason}</span> : null}
    </span>
  );
}

function Completeness({ complete }: { complete: boolean }) {
  const { t } = useTranslation('admin');
  const Icon = complete ? CircleCheck : CircleDashed;
  return (
    <span className="inline-flex items-center gap-1.5 text-ink-2">
      <Icon className={`i i-sm ${complete ? 'text-success' : 'text-ink-3'}`} aria-hidden="true" />
      {t(complete ? 'complete' : 'incomplete')}
    </span>
  );
}

const STATUSES = ['approved', 'pending', 'rejected'] as const satisfies readonly ApprovalStatus[];
/** The value in the address that limits the list to salons with a complete profile. */
const COMPLETE = 'complete';

/** Null: all. */
const statusIn = (text: string): ApprovalStatus | null => STATUSES.find((status) => status === text) ?? null;

/** By a part of a name or e-mail, and by status. */
function SalonFilters({ address }: { address: Address }) {
  const { t } = useTranslation('admin');
  const [typed, setTyped] = useTypedFilter(address.get('q'), (q) => address.set({ q }));
  return (
    <div className="flex flex-wrap items-center gap-3">
      <SearchBox label={t('search_salons')} value={typed} onChange={setTyped} className="w-full md:w-96" />
      <Segmented<'all' | ApprovalStatus>
        label={t('status')}
        value={statusIn(address.get('status')) ?? 'all'}
        onChange={(status) => address.set({ status: status === 'all' ? '' : status })}
        className="max-md:grid max-md:w-full max-md:grid-cols-[repeat(auto-fit,minmax(9rem,1fr))]"
        options={[
          { value: 'all', label: t('all') },
          ...STATUSES.map((status) => ({ value: status, label: t(`filter_${status}`) })),
        ]}
      />
      {address.get('profile') === COMPLETE ? (
        <button type="button" className="chip on" aria-pressed onClick={() => address.set({ profile: '' })}>
          {t('complete_salons')}
          <X className="i i-sm ml-1" aria-hidden="true" />
        </button>
      ) : null}
      <ShortSearchHint typed={typed} />
    </div>
  );
}
