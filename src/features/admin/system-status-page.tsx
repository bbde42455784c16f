import { RefreshCw, Send } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { AdminPage, Pager } from '#admin/frame/admin-page.tsx';
import { Health, HealthDialog, HealthTable } from '#admin/health/health-checks.tsx';
import { type MeasuredPart, type Measurement, measureServer, writeChecks } from '#admin/health/measure-server.ts';
import { salonNames } from '#admin/reads/admin-format.ts';
import { readHealth } from '#admin/reads/admin-reads.ts';
import type { HealthRow } from '#admin/reads/admin-rows.ts';
import { useAddress } from '#admin/reads/use-address.ts';
import { useAdminAction } from '#admin/reads/use-admin-action.ts';
import { useOnlineRead } from '#admin/reads/use-online-read.ts';
import { SERVER_KEY, SERVER_URL } from '#data/session/server-address.ts';
import { useOnline } from '#features/shared/use-online.ts';
import { useLanguage } from '#i18n/use-language.ts';
import { Segmented } from '#ui/form/segmented.tsx';
import { TextArea } from '#ui/form/text-field.tsx';
import { Dialog } from '#ui/overlay/dialog.tsx';
import { LeaveButton } from '#ui/overlay/leave-dialog.tsx';
import { toast } from '#ui/overlay/toast-store.ts';
import { Count } from '#ui/page/badge.tsx';
import { Button } from '#ui/page/button.tsx';
import { EmptyState } from '#ui/page/empty-state.tsx';

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

const MEASURED: readonly MeasuredPart[] = ['api', 'auth', 'realtime', 'storage'];

/** The measurement that this browser has just made; it is shown even if it could not be saved. */
function Measures({ measured }: { measured: Measurement }) {
  const { t } = useTranslation('admin');
  return (
    <section className="card flex flex-wrap items-center gap-x-6 gap-y-2 px-4 py-2.5 text-sm" role="status" data-measured>
      <b className="font-semibold">{t('measured_now')}</b>
      {MEASURED.map((part) => {
        const { ok, ms } = measured[part];
        return (
          <span key={part} className="inline-flex items-center gap-1.5">
            <Health healthy={ok} />
            {t(part)}
            <span className="tnum text-ink-3">{ok ? t('answers_in', { ms }) : t('no_answer')}</span>
          </span>
        );
      })}
    </section>
  );
}

/** A message to a salon: a confirmation and no call (document 3 §7). It says itself that nobody gets it yet. */
function MessageDialog({ name, onClose }: { name: string; onClose: () => void }) {
  const { t } = useTranslation(['admin', 'common']);
  const [text, setText] = useState('');
  const blank = text.trim() === '';
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('message_title', { name })}
      dirty={!blank}
      size="narrow"
      onSubmit={(event) => {
        event.preventDefault();
        if (blank) return;
        toast({ title: t('message_sent'), description: t('message_not_delivered') });
        onClose();
      }}
      footer={
        <>
          <LeaveButton>{t('common:cancel')}</LeaveButton>
          <Button type="submit" variant="primary" disabled={blank} icon={<Send className="i" aria-hidden="true" />}>
            {t('send')}
          </Button>
        </>
      }
    >
      <TextArea
        label={t('message')}
        value={text}
        onChange={setText}
        hint={t('message_hint')}
        rows={4}
        maxLength={2000}
        autoFocus
      />
    </Dialog>
  );
}
