import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { AccountTable } from '#admin/accounts/account-table.tsx';
import { LinkDialog } from '#admin/accounts/link-dialog.tsx';
import { AdminPage } from '#admin/frame/admin-page.tsx';
import { Pager } from '#admin/frame/pager.tsx';
import { ShortSearchHint } from '#admin/frame/short-search-hint.tsx';
import { readAccounts } from '#admin/reads/admin-reads.ts';
import type { Account } from '#admin/reads/admin-rows.ts';
import { useAddress } from '#admin/reads/use-address.ts';
import { useOnlineRead } from '#admin/reads/use-online-read.ts';
import { useTypedFilter } from '#admin/reads/use-typed-filter.ts';
import { useSessionState } from '#features/use-replica.ts';
import { EmptyState } from '#ui/empty-state.tsx';
import { BackLink } from '#ui/page-links.tsx';
import { SearchBox } from '#ui/search-box.tsx';

/** `/admin/accounts`: all accounts, and the way back in for who has forgotten the password. Reached from the dashboard's users. */
export function AccountsPage() {
  const { t } = useTranslation('admin');
  const session = useSessionState();
  const address = useAddress();
  const { page } = address;
  const search = address.get('q');
  const [accounts, refresh] = useOnlineRead(`accounts ${JSON.stringify([search, page])}`, (client) =>
    readAccounts(client, search, page),
  );
  const [typed, setTyped] = useTypedFilter(search, (q) => address.set({ q }));
  const [linking, setLinking] = useState<Account | null>(null);
  return (
    <AdminPage
      title={t('accounts')}
      lead={<BackLink to="/admin" label={t('to_dashboard')} />}
      count={accounts.value?.total}
      read={accounts}
      onRefresh={refresh}
      filters={
        <div className="flex flex-wrap items-center gap-3">
          <SearchBox label={t('search_salons')} value={typed} onChange={setTyped} className="w-full md:w-96" />
          <ShortSearchHint typed={typed} />
        </div>
      }
    >
      {({ rows, total }) => (
        <>
          {rows.length === 0 ? (
            <EmptyState title={t('no_accounts')} />
          ) : (
            <AccountTable rows={rows} ownId={session.phase === 'signed-in' ? session.profile.id : null} onLink={setLinking} />
          )}
          <Pager page={page} total={total} onPage={address.setPage} />
          {rows.length > 0 ? <p className="hint mt-0!">{t('sign_in_hint')}</p> : null}
          {linking ? <LinkDialog account={linking} onMade={refresh} onClose={() => setLinking(null)} /> : null}
        </>
      )}
    </AdminPage>
  );
}
