import { CircleCheck, Clock, Copy, KeyRound } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { AdminPage, Pager, ShortSearchHint } from '#admin/frame/admin-page.tsx';
import { OwnerMail, SalonCell } from '#admin/frame/salon-cell.tsx';
import { adminTime } from '#admin/reads/admin-format.ts';
import { readAccounts } from '#admin/reads/admin-reads.ts';
import type { Account, PasswordLink } from '#admin/reads/admin-rows.ts';
import { makePasswordLink } from '#admin/reads/admin-writes.ts';
import { useAddress, useTypedFilter } from '#admin/reads/use-address.ts';
import { useAdminAction } from '#admin/reads/use-admin-action.ts';
import { useOnlineRead } from '#admin/reads/use-online-read.ts';
import { useOnline } from '#features/shared/use-online.ts';
import { useSessionState } from '#features/shared/use-replica.ts';
import { SearchBox } from '#ui/form/search-box.tsx';
import { TextField } from '#ui/form/text-field.tsx';
import { useCopy } from '#ui/input/use-copy.ts';
import { Dialog } from '#ui/overlay/dialog.tsx';
import { LeaveButton } from '#ui/overlay/leave-dialog.tsx';
import { Badge } from '#ui/page/badge.tsx';
import { Button } from '#ui/page/button.tsx';
import { EmptyState } from '#ui/page/empty-state.tsx';
import { BackLink } from '#ui/page/page-links.tsx';
import { useIsPhone } from '#ui/style/use-media.ts';
import { DataTable } from '#ui/table/data-table.tsx';

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

interface AccountTableProps {
  rows: readonly Account[];
  /** The administrator's own account: its row leads to the profile. */
  ownId: string | null;
  onLink: (account: Account) => void;
}

function AccountTable({ rows, ownId, onLink }: AccountTableProps) {
  const { t } = useTranslation('admin');
  const online = useOnline();
  const phone = useIsPhone();
  const lastSignIn = (row: Account) => (row.last_sign_in_at ? adminTime(row.last_sign_in_at) : t('never'));
  const salon = (row: Account) =>
    row.salon_id === null ? <span className="text-ink-3">–</span> : <SalonCell salon={row} id={row.salon_id} />;
  const action = (row: Account) => {
    if (row.id === ownId) {
      return (
        <Link to="/profile" className="btn btn-ghost btn-sm" title={t('own_profile_label')}>
          {t('own_profile')}
        </Link>
      );
    }
    if (row.email === null) return null;
    return (
      <Button
        size="sm"
        iconOnly={phone}
        label={`${t('link_make')}: ${row.email}`}
        disabled={!online}
        icon={<KeyRound className="i i-sm" aria-hidden="true" />}
        onClick={() => onLink(row)}
      >
        {t('link_make')}
      </Button>
    );
  };
  return (
    <DataTable
      label={t('accounts')}
      rows={rows}
      rowKey={(row) => row.id}
      columns={[
        {
          key: 'email',
          head: t('email'),
          cell: (row) => (
            <>
              <span className="font-semibold">
                <OwnerMail mail={row.email} />
              </span>
              <span className="block text-sm text-ink-2 xl:hidden">{t(`role_${row.role}`)}</span>
              <span className="block text-sm text-ink-2 lg:hidden">
                {t('last_sign_in')}: {lastSignIn(row)}
              </span>
            </>
          ),
        },
        { key: 'role', head: t('role'), className: 'max-xl:hidden', cell: (row) => t(`role_${row.role}`) },
        { key: 'salon', head: t('salon'), cell: salon },
        {
          key: 'sign-in',
          head: t('last_sign_in'),
          className: 'max-lg:hidden',
          cell: (row) => <span className="whitespace-nowrap">{lastSignIn(row)}</span>,
        },
        { key: 'link', head: t('link'), cell: (row) => <LinkState account={row} /> },
      ]}
      actions={action}
      phoneRow={(row) => (
        <span className="min-w-24 flex-1 text-sm">
          <b className="block text-base font-semibold [overflow-wrap:anywhere]">{row.email ?? '–'}</b>
          <span className="block text-ink-2">
            {t(`role_${row.role}`)} · {t('last_sign_in')}: <span className="whitespace-nowrap">{lastSignIn(row)}</span>
          </span>
          {row.salon_id === null ? null : <SalonCell salon={row} id={row.salon_id} />}
          <LinkState account={row} />
        </span>
      )}
    />
  );
}

/** The state of the latest password link, when it was made and by whom. */
function LinkState({ account }: { account: Account }) {
  const { t } = useTranslation('admin');
  const { link_made_at, link_made_by, link_expires_at, link_used_at, link_holds } = account;
  if (link_made_at === null) return null;
  const mark = { className: 'i', 'aria-hidden': true } as const;
  return (
    <span className="block leading-tight">
      {link_used_at ? (
        <Badge tone="ok" icon={<CircleCheck {...mark} />}>
          {t('link_used', { at: adminTime(link_used_at) })}
        </Badge>
      ) : (
        <Badge tone={link_holds ? 'info' : 'neutral'} icon={link_holds ? <KeyRound {...mark} /> : <Clock {...mark} />}>
          {t(link_holds ? 'link_holds' : 'link_over', { at: adminTime(link_expires_at) })}
        </Badge>
      )}
      <span className="mt-1 block text-xs text-ink-3 [overflow-wrap:anywhere]">
        {t('link_made', { at: adminTime(link_made_at), by: link_made_by ?? '–' })}
      </span>
    </span>
  );
}

interface LinkDialogProps {
  account: Account;
  onMade: () => void;
  onClose: () => void;
}

/** Says what a one-time link does, makes one when told to, and shows it this once. */
function LinkDialog({ account, onMade, onClose }: LinkDialogProps) {
  const { t } = useTranslation(['admin', 'common']);
  const online = useOnline();
  const { busy, act } = useAdminAction();
  const [link, setLink] = useState<PasswordLink | null>(null);
  const make = () =>
    act(async (client) => {
      setLink(await makePasswordLink(client, account.id));
      onMade();
    });
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('link_title', { email: account.email })}
      footer={
        link ? (
          <Button className="ml-auto" onClick={onClose}>
            {t('common:close')}
          </Button>
        ) : (
          <>
            <LeaveButton>{t('common:cancel')}</LeaveButton>
            <Button
              variant="primary"
              busy={busy}
              disabled={!online}
              icon={<KeyRound className="i" aria-hidden="true" />}
              onClick={() => void make()}
            >
              {t('link_confirm')}
            </Button>
          </>
        )
      }
    >
      {link ? <MadeLink link={link} /> : <p className="text-ink-2">{t('link_text')}</p>}
    </Dialog>
  );
}

function MadeLink({ link }: { link: PasswordLink }) {
  const { t } = useTranslation('admin');
  const address = `${location.origin}/login#password=${link.token}`;
  const { field, copied, copy } = useCopy<HTMLInputElement>(address);
  return (
    <>
      <div className="flex flex-wrap items-end gap-2">
        <TextField
          ref={field}
          className="min-w-[min(12rem,100%)] flex-1"
          label={t('link_address')}
          value={address}
          onChange={() => undefined}
          onFocus={(event) => event.target.select()}
          readOnly
          spellCheck={false}
        />
        <Button icon={<Copy className="i" aria-hidden="true" />} onClick={() => void copy()}>
          {t('link_copy')}
        </Button>
      </div>
      <p className="hint" role="status">
        {copied === null ? '' : t(copied ? 'link_copied' : 'link_not_copied')}
      </p>
      <p className="mt-2 font-semibold">{t('link_until', { until: adminTime(link.expires_at) })}</p>
      <p className="mt-1 text-ink-2">{t('link_once')}</p>
    </>
  );
}
