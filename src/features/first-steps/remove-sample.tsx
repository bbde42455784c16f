import { useTranslation } from 'react-i18next';
import type { SamplePlan } from '#data/first-steps/sample-plan.ts';
import { ConfirmDialog } from '#ui/confirm-dialog.tsx';

interface RemoveSampleProps {
  plan: SamplePlan | null;
  busy: boolean;
  onCancel(): void;
  onConfirm(): void;
}

const COUNTED = ['resources', 'services', 'clients', 'products', 'events'] as const;

/** What goes and what stays, before it goes. */
export function RemoveSample({ plan, busy, onCancel, onConfirm }: RemoveSampleProps) {
  const { t } = useTranslation('steps');
  const going = COUNTED.flatMap((table) => {
    const count = plan?.going[table].length ?? 0;
    return count > 0 ? [t(`sample.count.${table}`, { count })] : [];
  });
  const staying = plan?.staying ?? [];
  return (
    <ConfirmDialog
      open={plan !== null}
      title={t('sample.remove_title')}
      confirmLabel={t('sample.remove')}
      busy={busy}
      onCancel={onCancel}
      onConfirm={onConfirm}
    >
      <p>{going.length > 0 ? t('sample.goes', { what: going.join(', ') }) : t('sample.nothing_goes')}</p>
      {staying.length > 0 ? (
        <>
          <p className="mt-3">{t('sample.stays')}</p>
          <ul className="mt-1 max-h-48 list-disc overflow-auto pl-5">
            {staying.map(({ table, id, name, why }) => (
              <li key={`${table} ${id}`}>
                {name} <span className="text-ink-3">({t(`sample.why.${why}`)})</span>
              </li>
            ))}
          </ul>
        </>
      ) : null}
    </ConfirmDialog>
  );
}
