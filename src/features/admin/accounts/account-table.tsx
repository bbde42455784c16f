import { KeyRound } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { OwnerMail } from '#admin/frame/owner-mail.tsx';
import { SalonCell } from '#admin/frame/salon-cell.tsx';
import { adminTime } from '#admin/reads/admin-format.ts';
import type { Account } from '#admin/reads/admin-rows.ts';
import { useOnline } from '#features/use-online.ts';
import { Button } from '#ui/button.tsx';
import { Table } from '#ui/table.tsx';
import { useIsPhone } from '#ui/use-media.ts';
import { LinkState } from './link-state.tsx';

export interface AccountTableProps {
  rows: readonly Account[];
  /** Whose row is the administrator's own. */
  ownId: string | null;
  onLink: (account: Account) => void;
}

export function AccountTable({ rows, ownId, onLink }: AccountTableProps) {
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
    <Table
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
