import { PencilLine, Undo2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { forgetDraft, keepDraft, readDraft } from '#data/browser/form-drafts.ts';
import { type OrphanDraft, orphanDraft$ } from '#data/events/orphan-drafts.ts';
import type { OpenReplica } from '#data/open-replica.ts';
import { formatTime } from '#domain/time/time-format.ts';
import { newDraftForm } from '#features/calendar/reservation/draft.ts';
import { useSessionState } from '#features/shared/use-replica.ts';
import { formatDay } from '#i18n/formats.ts';
import { useLanguage } from '#i18n/use-language.ts';
import { toast } from '#ui/overlay/toast-store.ts';
import { Button } from '#ui/page/button.tsx';
import { FootStrip, StripClose } from '#ui/page/foot-strip.tsx';
import { useIsIdle } from '#ui/timing/idle.ts';
import { useLiveAside } from '#ui/timing/use-live.ts';

/**
 * Notes what was typed over a deleted booking as what is typed in a new one. Returns the address that opens it: at the place, for
 * the client and the service that were chosen last.
 */
export function asNewBooking({ of, typed }: OrphanDraft): string {
  const params = new URLSearchParams();
  const asked = { client: textOf(typed.client), service: textOf(typed.service) };
  const employee = textOf(typed.employee);
  for (const [name, value] of Object.entries({ ...asked, employee })) if (value) params.set(name, value);
  params.set('start', `${textOf(typed.date)}T${formatTime(Number(typed.hour) * 60 + Number(typed.minute)).padStart(5, '0')}`);
  const more = Array.isArray(typed.more) ? typed.more.map((part: object) => ({ ...part, id: null })) : [];
  const form = newDraftForm(asked);
  keepDraft({ ...of, form }, { opened: {}, typed: { ...typed, began: '', legId: null, more } });
  forgetDraft(of);
  return `/calendar/add?${params}`;
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** A notice of changes typed before a reload into a booking that was deleted meanwhile: they can still be booked anew. */
export function OrphanDraftStrip() {
  const { replica } = useSessionState();
  return replica ? <Strip key={`${replica.userId} ${replica.salonId}`} replica={replica} /> : null;
}

function Strip({ replica }: { replica: OpenReplica }) {
  const { t } = useTranslation('reservation');
  const language = useLanguage();
  const navigate = useNavigate();
  /** Counts what was answered: what is noted is then read again. */
  const [answered, setAnswered] = useState(0);
  const found = useLiveAside(() => orphanDraft$(replica), [replica, answered]) ?? null;
  const form = found?.of.form ?? null;
  const [shown, setShown] = useState<string | null>(null);
  if (useIsIdle(form !== null && form !== shown)) setShown(form);
  if (!found || form !== shown) return null;
  const again = () => setAnswered((count) => count + 1);
  const when = `${formatDay(found.date, language)}, ${formatTime(found.minute)}`;
  const text = t('stray.text', { when });
  return (
    <FootStrip kind="stray-draft" label={text}>
      <PencilLine className="i flex-none text-warning" aria-hidden="true" />
      <p className="min-w-0 flex-1 leading-snug" role="status">
        {text}
      </p>
      <Button
        size="sm"
        className="flex-none"
        onClick={() => {
          // Another window may have answered it, or the client was erased with all that is noted of them.
          if (readDraft(found.of) !== null) navigate(asNewBooking(found));
          again();
        }}
      >
        {t('stray.open')}
      </Button>
      <StripClose
        label={t('stray.forget')}
        onClick={() => {
          const draft = readDraft(found.of);
          forgetDraft(found.of);
          again();
          if (!draft) return;
          const onAction = () => {
            keepDraft(found.of, draft);
            again();
          };
          const icon = <Undo2 className="i i-sm" aria-hidden="true" />;
          toast({ title: t('stray.forgotten'), description: when, action: { label: t('undo:undo'), icon, onAction } });
        }}
      />
    </FootStrip>
  );
}
