import { CircleCheck, MessageCircleQuestionMark } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ErrorDialog } from '#admin/errors/error-dialog.tsx';
import { askedIn } from '#admin/errors/error-filter.ts';
import { ErrorFilters } from '#admin/errors/error-filters.tsx';
import { ErrorTable } from '#admin/errors/error-table.tsx';
import { HelpDialog } from '#admin/errors/help-dialog.tsx';
import { AdminPage } from '#admin/frame/admin-page.tsx';
import { Pager } from '#admin/frame/pager.tsx';
import { readErrors } from '#admin/reads/admin-reads.ts';
import type { ErrorGroup } from '#admin/reads/admin-rows.ts';
import { addHelp } from '#admin/reads/admin-writes.ts';
import { useAddress } from '#admin/reads/use-address.ts';
import { useAdminAction } from '#admin/reads/use-admin-action.ts';
import { useOnlineRead } from '#admin/reads/use-online-read.ts';
import { useOnline } from '#features/use-online.ts';
import { Badge } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { toast } from '#ui/toast-store.ts';

/** `/admin/user-errors`: what went wrong on people's screens, newest first, equal ones as one row. */
export function UserErrorsPage() {
  const { t } = useTranslation('admin');
  const online = useOnline();
  const address = useAddress();
  const asked = askedIn(address);
  const [errors, refresh] = useOnlineRead(`errors ${JSON.stringify(asked)}`, (client) => readErrors(client, asked));
  const { busy, act } = useAdminAction();
  const [whole, setWhole] = useState<ErrorGroup | null>(null);
  const [helping, setHelping] = useState<ErrorGroup | null>(null);

  const add = async (error: ErrorGroup, texts: { bg: string; en: string }) => {
    const added = await act(async (client) => {
      await addHelp(client, error.id, texts);
      toast({ title: t('help_added'), description: t('help_added_text') });
    });
    if (!added) return;
    setHelping(null);
    refresh();
  };
  const help = (row: ErrorGroup) =>
    row.has_popup_help ? (
      <Badge tone="ok" icon={<CircleCheck className="i" aria-hidden="true" />}>
        {t('help_shown')}
      </Badge>
    ) : (
      <Button
        size="sm"
        label={`${t('add_help')}: ${row.error_message}`}
        disabled={!online || row.salon_id === null}
        title={row.salon_id === null ? t('unknown_salon') : undefined}
        icon={<MessageCircleQuestionMark className="i i-sm" aria-hidden="true" />}
        onClick={() => setHelping(row)}
      >
        {t('add')}
      </Button>
    );

  return (
    <AdminPage
      title={t('user_errors')}
      count={errors.value?.total}
      read={errors}
      onRefresh={refresh}
      filters={<ErrorFilters address={address} />}
    >
      {({ rows, total }) => (
        <>
          {rows.length === 0 ? <EmptyState title={t('no_errors')} /> : <ErrorTable rows={rows} onWhole={setWhole} help={help} />}
          <Pager page={asked.page} total={total} onPage={address.setPage} />
          {whole ? <ErrorDialog error={whole} onClose={() => setWhole(null)} /> : null}
          {helping ? (
            <HelpDialog
              error={helping}
              busy={busy}
              onAdd={(texts) => void add(helping, texts)}
              onClose={() => setHelping(null)}
            />
          ) : null}
        </>
      )}
    </AdminPage>
  );
}
