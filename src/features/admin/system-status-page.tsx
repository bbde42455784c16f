import { RefreshCw } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { AdminPage } from '#admin/frame/admin-page.tsx';
import { Pager } from '#admin/frame/pager.tsx';
import { HealthDialog } from '#admin/health/health-dialog.tsx';
import { HealthTable } from '#admin/health/health-table.tsx';
import { type Measurement, measureServer, writeChecks } from '#admin/health/measure-server.ts';
import { Measures } from '#admin/health/measures.tsx';
import { MessageDialog } from '#admin/health/message-dialog.tsx';
import { salonNames } from '#admin/reads/admin-format.ts';
import { readHealth } from '#admin/reads/admin-reads.ts';
import type { HealthRow } from '#admin/reads/admin-rows.ts';
import { useAddress } from '#admin/reads/use-address.ts';
import { useAdminAction } from '#admin/reads/use-admin-action.ts';
import { useOnlineRead } from '#admin/reads/use-online-read.ts';
import { SERVER_KEY, SERVER_URL } from '#data/session/server-address.ts';
import { useOnline } from '#features/use-online.ts';
import { useLanguage } from '#i18n/use-language.ts';
import { Count } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { Segmented } from '#ui/segmented.tsx';

type Filter = 'all' | 'critical' | 'healthy';
const ASKED = { all: null, critical: true, healthy: false } as const;
const filterIn = (text: string): Filter => (text === 'critical' || text === 'healthy' ? text : 'all');

/** `/admin/system-status`: the latest health check of each salon, newest first; "refresh" measures anew. */
export function SystemStatusPage() {
  const { t } = useTranslation('admin');
  const language = useLanguage();
  const online = useOnline();
  const address = useAddress();
  const { page } = address;
  const filter = filterIn(address.get('status'));
  const [checks, refresh] = useOnlineRead(`health ${filter} ${page}`, (client) => readHealth(client, ASKED[filter], page));
  const { busy, act } = useAdminAction();
  const [measured, setMeasured] = useState<Measurement | null>(null);
  const [viewed, setViewed] = useState<HealthRow | null>(null);
  const [written, setWritten] = useState<HealthRow | null>(null);

  const measure = async () => {
    await act(async (client) => {
      const measurement = await measureServer(client, { url: SERVER_URL, key: SERVER_KEY });
      setMeasured(measurement);
      await writeChecks(client, measurement);
    });
    refresh();
  };
  const nameOf = (row: HealthRow) => salonNames({ ...row, id: row.salon_id }, language).name;
  // What was opened shows what is known by now.
  const shown = viewed && (checks.value?.rows.find((row) => row.salon_id === viewed.salon_id) ?? viewed);

  return (
    <AdminPage
      title={t('system_status')}
      read={checks}
      onRefresh={refresh}
      ownRefresh
      filters={
        <>
          <div className="flex flex-wrap items-center gap-3">
            <Segmented<Filter>
              label={t('status')}
              value={filter}
              onChange={(next) => address.set({ status: next === 'all' ? '' : next })}
              options={[
                { value: 'all', label: t('all') },
                {
                  value: 'critical',
                  label: (
                    <>
                      {t('critical')} {checks.value?.critical ? <Count>{checks.value.critical}</Count> : null}
                    </>
                  ),
                },
                { value: 'healthy', label: t('healthy') },
              ]}
            />
            <Button
              className="ml-auto"
              busy={busy}
              busyLabel={t('measuring')}
              disabled={!online}
              icon={<RefreshCw className="i" aria-hidden="true" />}
              onClick={() => void measure()}
            >
              {t('refresh')}
            </Button>
          </div>
          {measured ? <Measures measured={measured} /> : null}
        </>
      }
    >
      {({ rows, total }) => (
        <>
          {rows.length === 0 ? (
            <EmptyState title={t('no_checks')} />
          ) : (
            <HealthTable rows={rows} onView={setViewed} onMessage={setWritten} />
          )}
          <Pager page={page} total={total} onPage={address.setPage} />
          {shown ? (
            <HealthDialog
              row={shown}
              name={nameOf(shown)}
              busy={busy}
              onMeasure={() => void measure()}
              onMessage={() => {
                setViewed(null);
                setWritten(shown);
              }}
              onClose={() => setViewed(null)}
            />
          ) : null}
          {written ? <MessageDialog name={nameOf(written)} onClose={() => setWritten(null)} /> : null}
        </>
      )}
    </AdminPage>
  );
}
