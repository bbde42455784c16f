import { Trash2, UserRound } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type OtherReplica, otherReplicas, removeOther } from '#data/local-data/other-replicas.ts';
import { zonedParts } from '#domain/time/time.ts';
import { useUnsavedWords } from '#features/shared/unsaved-words.ts';
import { useReplica } from '#features/shared/use-replica.ts';
import { formatDayMonth } from '#i18n/formats.ts';
import { useLanguage } from '#i18n/use-language.ts';
import { ConfirmDialog } from '#ui/overlay/confirm-dialog.tsx';
import { Button } from '#ui/page/button.tsx';

/** How far a removal has been asked about: what is unsent there is a second question. */
interface Asked {
  readonly replica: OtherReplica;
  readonly step: 'remove' | 'lose';
}

/** The data that other people have left on this device: none of it can be read here, all of it can be removed. */
export function OthersCard({ zone }: { zone: string }) {
  const { t } = useTranslation('sync');
  const { others, recount } = useOthers();
  const [asked, setAsked] = useState<Asked | null>(null);
  const [failed, setFailed] = useState<'others_more' | 'others_failed' | null>(null);
  if (others.length === 0 && !failed) return null;

  const ask = (replica: OtherReplica) => {
    setFailed(null);
    setAsked({ replica, step: 'remove' });
  };
  const remove = async ({ replica }: Asked) => {
    setAsked(null);
    try {
      if (!(await removeOther(replica, replica.work))) setFailed('others_more');
    } catch (error) {
      console.error('What another person left was not removed', error);
      setFailed('others_failed');
    }
    recount();
  };
  return (
    <section className="card flex flex-col gap-3 p-4 text-sm" aria-labelledby="sync-others">
      <h2 id="sync-others" className="text-base">
        {t('others_title')}
      </h2>
      <p className="text-ink-2">{t('others_text')}</p>
      <ul className="flex flex-col gap-3">
        {others.map((replica) => (
          <OtherRow key={`${replica.salonId} ${replica.userId}`} replica={replica} zone={zone} onRemove={() => ask(replica)} />
        ))}
      </ul>
      {failed ? (
        <p className="text-danger" role="alert">
          {t(failed)}
        </p>
      ) : null}
      {asked ? (
        <Question
          asked={asked}
          onCancel={() => setAsked(null)}
          onConfirm={() =>
            asked.step === 'remove' && asked.replica.work > 0 ? setAsked({ ...asked, step: 'lose' }) : void remove(asked)
          }
        />
      ) : null}
    </section>
  );
}

interface QuestionProps {
  asked: Asked;
  onConfirm: () => void;
  onCancel: () => void;
}

function Question({ asked: { replica, step }, onConfirm, onCancel }: QuestionProps) {
  const { t } = useTranslation('sync');
  const { work: count } = replica;
  const unsaved = useUnsavedWords(replica.unsaved);
  const loses = step === 'lose';
  return (
    <ConfirmDialog
      key={step}
      open
      title={loses ? t('others_lose', { count }) : t('others_remove')}
      confirmLabel={loses ? t('others_lose_confirm', { count }) : count > 0 ? t('others_go_on') : t('others_remove_confirm')}
      onConfirm={onConfirm}
      onCancel={onCancel}
    >
      <p>{loses ? t('others_lose_text', { count }) : count > 0 ? t('others_better', { count }) : t('others_on_server')}</p>
      {unsaved === null ? null : <p className="mt-2 font-medium text-danger">{unsaved}</p>}
    </ConfirmDialog>
  );
}

function OtherRow({ replica, zone, onRemove }: { replica: OtherReplica; zone: string; onRemove: () => void }) {
  const { t } = useTranslation('sync');
  const language = useLanguage();
  const { name, salonId, work, since, openedAt } = replica;
  const [first, second] = language === 'bg' ? [name?.bg, name?.en] : [name?.en, name?.bg];
  const salon = first || second || t('others_salon_number', { id: salonId });
  const day = (iso: string) => formatDayMonth(zonedParts(iso, zone).date, language);
  return (
    <li className="flex flex-wrap items-start gap-3" data-other-work={work}>
      <UserRound className="i mt-px flex-none" aria-hidden="true" />
      <span className="min-w-16 flex-1 break-words">
        {t('others_person', { salon })}
        {openedAt ? <span className="block text-xs text-ink-3">{t('others_opened', { day: day(openedAt) })}</span> : null}
        {work > 0 ? (
          <span className="block text-xs text-warning">
            {since ? t('others_work_since', { count: work, day: day(since) }) : t('others_work', { count: work })}
          </span>
        ) : null}
      </span>
      <Button
        size="sm"
        breaks
        variant="ghost"
        icon={<Trash2 className="i i-sm" aria-hidden="true" />}
        aria-label={t('others_remove_of', { salon })}
        onClick={onRemove}
      >
        {t('others_remove_button')}
      </Button>
    </li>
  );
}

function useOthers() {
  const { userId } = useReplica();
  const [others, setOthers] = useState<readonly OtherReplica[]>([]);
  const [count, setCount] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: counted anew when asked
  useEffect(() => {
    let cancelled = false;
    otherReplicas(userId).then(
      (found) => {
        if (!cancelled) setOthers(found);
      },
      (error: unknown) => console.info('Whose data is here could not be read', error),
    );
    return () => {
      cancelled = true;
    };
  }, [userId, count]);
  return { others, recount: () => setCount((before) => before + 1) };
}
