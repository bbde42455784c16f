import { PencilLine, Undo2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { forgetDraft, keepDraft, readDraft } from '#data/browser/form-drafts.ts';
import { strayDraft$ } from '#data/events/stray-drafts.ts';
import type { OpenReplica } from '#data/open-replica.ts';
import { formatTime } from '#domain/date-format.ts';
import { useSessionState } from '#features/use-replica.ts';
import { formatDay } from '#i18n/formats.ts';
import { useLanguage } from '#i18n/use-language.ts';
import { Button } from '#ui/button.tsx';
import { useCalm } from '#ui/calm.ts';
import { FootStrip, StripClose } from '#ui/foot-strip.tsx';
import { toast } from '#ui/toast-store.ts';
import { useLiveAside } from '#ui/use-live.ts';
import { asNewBooking } from './stray-draft.ts';

/** What was typed over a booking before a reload, and that booking was deleted meanwhile: it can still be booked anew. */
export function StrayDraftStrip() {
  const { replica } = useSessionState();
  return replica ? <Strip key={`${replica.userId} ${replica.salonId}`} replica={replica} /> : null;
}

function Strip({ replica }: { replica: OpenReplica }) {
  const { t } = useTranslation('reservation');
  const language = useLanguage();
  const navigate = useNavigate();
  /** Counts what was answered: what is noted is then read again. */
  const [answered, setAnswered] = useState(0);
  const found = useLiveAside(() => strayDraft$(replica), [replica, answered]) ?? null;
  const form = found?.of.form ?? null;
  const [shown, setShown] = useState<string | null>(null);
  if (useCalm(form !== null && form !== shown)) setShown(form);
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
