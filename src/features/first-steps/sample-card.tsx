import { Sparkles } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { hasSample$, isEmptySalon$, loadSample, planRemoval, removeSample } from '#data/first-steps/sample-data.ts';
import type { SamplePlan } from '#data/first-steps/sample-plan.ts';
import type { Rights } from '#data/person-rights.ts';
import { salon$ } from '#data/salon.queries.ts';
import { useReplica } from '#features/shared/use-replica.ts';
import { useRights } from '#features/shared/use-rights.ts';
import { failureText, saving } from '#features/shared/use-saving.ts';
import { useLanguage } from '#i18n/use-language.ts';
import { ConfirmDialog } from '#ui/overlay/confirm-dialog.tsx';
import { toast } from '#ui/overlay/toast-store.ts';
import { Button } from '#ui/page/button.tsx';
import { Card } from '#ui/page/card.tsx';
import { useLive } from '#ui/timing/use-live.ts';

interface Sample {
  /** It is there and can be taken out; otherwise it can be loaded. */
  readonly isThere: boolean;
  readonly busy: boolean;
  /** Loads it, or asks whether it goes. */
  press(): void;
  /** The question, as long as it is asked. */
  readonly question: ReactNode;
}

/** Tells if a person may load it or take it out, which writes rows of nearly every table. */
const maySample = ({ may, mayMake }: Rights): boolean => mayMake('resources') && mayMake('services') && may('clients', 'deleted');

/** The sample salon: offered to an empty salon, taken out of one that has it; null for all others. */
export function useSample(): Sample | null {
  const { t } = useTranslation('steps');
  const replica = useReplica();
  const language = useLanguage();
  const sample = useLive(() => hasSample$(replica), [replica]);
  const empty = useLive(() => isEmptySalon$(replica), [replica]);
  const salon = useLive(() => salon$(replica), [replica]);
  const rights = useRights();
  const [busy, setBusy] = useState(false);
  const [asked, setAsked] = useState<SamplePlan | null>(null);
  if (!salon || !(sample || empty) || !maySample(rights)) return null;
  const { timezone: zone, currency } = salon.effective;

  /** Says what it does, waits until it is done, says if it failed. */
  const work = async (name: string, doing: () => Promise<void>) => {
    setBusy(true);
    try {
      await saving(name, doing);
    } catch (error) {
      console.error(error);
      toast({ title: t('sample.failed'), description: failureText(error), variant: 'destructive' });
    } finally {
      setBusy(false);
    }
  };
  const load = () =>
    work(t('sample.load'), async () => {
      const loaded = await loadSample(replica, { language, zone, currency, now: new Date().toISOString() });
      toast(loaded ? { title: t('sample.loaded') } : { title: t('sample.not_empty'), variant: 'destructive' });
    });
  const remove = () =>
    work(t('sample.remove'), async () => {
      const { staying } = await removeSample(replica);
      setAsked(null);
      toast({ title: staying.length === 0 ? t('sample.removed') : t('sample.removed_partly', { count: staying.length }) });
    });
  return {
    isThere: sample === true,
    busy: busy && !asked,
    press: () => (sample ? void planRemoval(replica).then(setAsked) : void load()),
    question: <RemoveSample plan={asked} busy={busy} onCancel={() => setAsked(null)} onConfirm={() => void remove()} />,
  };
}

export function SampleCard() {
  const { t } = useTranslation('steps');
  const sample = useSample();
  if (!sample) return null;
  return (
    <Card title={t('sample.title')}>
      <p className="text-ink-2">{t(sample.isThere ? 'sample.is_there' : 'sample.text')}</p>
      <div className="mt-3">
        <SampleButton {...sample} />
      </div>
      {sample.question}
    </Card>
  );
}

export function SampleButton({ isThere, busy, press }: Omit<Sample, 'question'>) {
  const { t } = useTranslation('steps');
  return (
    <Button busy={busy} icon={<Sparkles className="i" aria-hidden="true" />} onClick={press}>
      {t(isThere ? 'sample.remove_open' : 'sample.load')}
    </Button>
  );
}

interface RemoveSampleProps {
  plan: SamplePlan | null;
  busy: boolean;
  onCancel(): void;
  onConfirm(): void;
}

const COUNTED = ['resources', 'services', 'clients', 'products', 'events'] as const;

/** The question before the sample data is removed: it lists what goes and what stays. */
function RemoveSample({ plan, busy, onCancel, onConfirm }: RemoveSampleProps) {
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
