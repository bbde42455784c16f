import { useTranslation } from 'react-i18next';
import { AdminPage } from '#admin/frame/admin-page.tsx';
import { ownZone } from '#admin/reads/admin-format.ts';
import { readDashboard } from '#admin/reads/admin-reads.ts';
import { useOnlineRead } from '#admin/reads/use-online-read.ts';
import { DashboardFigures } from './dashboard-figures.tsx';
import { DashboardLists } from './dashboard-lists.tsx';
import { DaysChart } from './days-chart.tsx';
import { OwnSalon } from './own-salon.tsx';

/** `/admin`: six figures over all salons, the last thirty days, what waits and what is critical. */
export function DashboardPage() {
  const { t } = useTranslation('admin');
  const zone = ownZone();
  const [figures, refresh] = useOnlineRead(`dashboard ${zone}`, (client) => readDashboard(client, zone));
  return (
    <AdminPage title={t('dashboard')} read={figures} onRefresh={refresh} filters={<OwnSalon />}>
      {(value) => (
        <>
          <DashboardFigures figures={value} />
          <DashboardLists figures={value} />
          <DaysChart days={value.days} />
        </>
      )}
    </AdminPage>
  );
}
