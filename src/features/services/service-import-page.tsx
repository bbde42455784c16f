import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { salon$ } from '#data/salon.queries.ts';
import { services$ } from '#data/services.queries.ts';
import { serviceName } from '#domain/booking/service-duration.ts';
import type { ColumnMapping } from '#domain/imports/import-columns.ts';
import { guessServiceColumns, judgeServices, SERVICE_FIELDS, type ServiceField } from '#domain/imports/service-import.ts';
import { formatMoney } from '#domain/money/money.ts';
import { ImportFrame } from '#features/shared/import-frame.tsx';
import { listAddress } from '#features/shared/list-address.ts';
import { useReplica } from '#features/shared/use-replica.ts';
import { useLanguage } from '#i18n/use-language.ts';
import type { LocalRow } from '#schemas/registry.ts';
import { useLive, useLiveState } from '#ui/timing/use-live.ts';

/** `/services/import` */
export function ServiceImportPage() {
  const { t } = useTranslation('services');
  const replica = useReplica();
  const language = useLanguage();
  const services = useLiveState(() => services$(replica), [replica]);
  const currency = useLive(() => salon$(replica), [replica])?.effective.currency ?? null;
  const judge = useCallback(
    (rows: readonly (readonly string[])[], columns: ColumnMapping<ServiceField>, known: readonly LocalRow<'services'>[]) =>
      currency ? judgeServices(rows, { columns, currency }, known) : [],
    [currency],
  );
  return (
    <ImportFrame
      of={{
        table: 'services',
        back: { to: listAddress('/services'), label: t('back') },
        // No price is understood before it is known what it is in.
        known: currency ? services : { phase: 'loading', retry: services.retry },
        failedTitle: t('failed_to_load_services'),
        fields: SERVICE_FIELDS.map((field) => ({ value: field, label: t(field) })),
        guess: (rows) => guessServiceColumns(rows, language),
        judge,
        say: (service) => ({
          name: serviceName({ ...service, name: '' }, language),
          detail: [
            service.category,
            service.duration === null ? null : `${service.duration} ${t('minutes')}`,
            formatMoney(service.price, service.currency, language),
            service.show_online ? null : t('hidden_online'),
          ],
        }),
        linkOf: (service) => ({ name: serviceName(service, language), to: `/services/edit/${service.id}` }),
      }}
    />
  );
}
