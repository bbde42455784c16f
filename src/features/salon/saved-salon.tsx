import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { defer } from 'rxjs';
import { holdDraft, readDraft } from '#data/browser/form-drafts.ts';
import type { OpenReplica } from '#data/open-replica.ts';
import { changeCurrency } from '#data/salon/currency-change.commands.ts';
import { updateSalon } from '#data/salon.commands.ts';
import { salon$ } from '#data/salon.queries.ts';
import { AuthProblem, NOT_AUTHENTICATED } from '#data/session/auth-errors.ts';
import type { SalonDays } from '#domain/booking/open-days.ts';
import { changedElsewhere } from '#domain/records/changed-only.ts';
import { ChangedMeanwhile, WithElsewhere } from '#features/shared/changed-meanwhile.tsx';
import { chooseLanguage } from '#features/shared/choose-language.ts';
import { KeepDraft } from '#features/shared/drafts.tsx';
import { useSession } from '#features/shared/use-replica.ts';
import { useRights } from '#features/shared/use-rights.ts';
import { failureText, saving } from '#features/shared/use-saving.ts';
import { currentLanguage } from '#i18n/i18n.ts';
import type { Currency } from '#schemas/constants.ts';
import type { Room } from '#schemas/rooms.ts';
import { typedIsSaved } from '#ui/form/unsaved.ts';
import { useFocusAgain } from '#ui/input/lost-focus.ts';
import { toast } from '#ui/overlay/toast-store.ts';
import { ErrorBox } from '#ui/page/error-box.tsx';
import { SkeletonRows } from '#ui/page/skeleton.tsx';
import { useLive, useLiveState } from '#ui/timing/use-live.ts';
import { NewSalon } from './new-salon.tsx';
import { CurrencyDialog, CurrencyOffer, CurrencyQuestion, FormerPrices } from './salon-currency.tsx';
import { SalonDaysCards } from './salon-days-cards.tsx';
import { SalonEditor } from './salon-editor.tsx';
import { formValuesOf, type SalonFormValues } from './salon-form.ts';
import { SalonRooms } from './salon-rooms.tsx';
import { SalonView } from './salon-view.tsx';
import { useSalonFailure } from './use-salon-failure.ts';

export function SavedSalon({ replica, mayBeForeign }: { replica: OpenReplica; mayBeForeign: boolean }) {
  const { t } = useTranslation('salon');
  const read = useLiveState(() => defer(() => salon$(replica)), [replica]);
  const failed = useSalonFailure();
  const { error } = read;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each failure, not for each language
  useEffect(() => {
    if (error) failed(error, t('load_failed'));
  }, [error]);

  if (read.phase === 'failed') {
    return <ErrorBox title={t('load_failed')} detail={error instanceof Error ? error.message : undefined} onRetry={read.retry} />;
  }
  if (read.phase === 'loading') return <SkeletonRows avatar={false} />;
  const { salon, settings, effective } = read.value;
  if (!salon) return mayBeForeign ? <NewSalon /> : <NotHereYet replica={replica} />;
  return (
    <Editable
      replica={replica}
      values={formValuesOf({ salon, settings, effective })}
      open={effective.open}
      rooms={effective.rooms}
    />
  );
}

/** The salon's row has not arrived on this device: it is on its way, or something is in its way. */
function NotHereYet({ replica }: { replica: OpenReplica }) {
  const { t } = useTranslation('salon');
  const status = useLive(() => replica.status$, [replica]);
  if (!status?.reason) return <SkeletonRows avatar={false} />;
  return (
    <ErrorBox
      title={t('load_failed')}
      detail={status.reason === 'line' ? t('needs_connection') : undefined}
      onRetry={() => void replica.syncNow()}
    />
  );
}

const DRAFT = 'salon';

/**
 * Read-only, or being edited from a copy (by itself where something was typed before a reload): what arrives meanwhile does not change
 * the form under the person's hands.
 */
interface EditableProps {
  replica: OpenReplica;
  values: SalonFormValues;
  open: SalonDays | null;
  rooms: readonly Room[];
}

function Editable({ replica, values, open, rooms }: EditableProps) {
  const { t } = useTranslation('salon');
  const { userId, salonId } = replica;
  const [editing, setEditing] = useState<SalonFormValues | null>(null);
  const now = useRef(values);
  now.current = values;
  useEffect(() => {
    const draft = { userId, salonId, form: DRAFT };
    if (!readDraft(draft)) return;
    const left = new AbortController();
    // Where another window has the form open, what is typed is there.
    void holdDraft(draft, left.signal).then((held) => {
      if (held && !left.signal.aborted) setEditing(now.current);
      left.abort();
    });
    return () => left.abort();
  }, [userId, salonId]);
  /** A save that waits for the answer what becomes of the prices. */
  const [asked, setAsked] = useState<{ opened: SalonFormValues; changed: SalonFormValues } | null>(null);
  const [currency, setCurrency] = useState<Currency | null>(null);
  const save = useSave(replica, () => {
    typedIsSaved();
    setEditing(null);
  });
  const rights = useRights();
  // Amounts that a change of the currency has left are prices like others.
  const mayPrice = rights.may('services', 'price') && rights.may('products', 'price') && rights.may('events', 'price');
  const page = useRef<HTMLDivElement>(null);
  useFocusAgain(page, editing);

  const answered = async (changed: SalonFormValues) => {
    setAsked(null);
    return asked ? save(asked.opened, changed) : false;
  };
  const convert = async () => {
    if (!asked) return;
    const { opened, changed } = asked;
    if (await answered({ ...changed, currency: opened.currency })) setCurrency(changed.currency);
  };

  /** The numbers were meant in the other currency all along. */
  const alone = async () => {
    if (!asked) return;
    const { currency: from } = asked.opened;
    const { currency: to } = asked.changed;
    if (!(await answered(asked.changed))) return;
    const now = new Date().toISOString();
    try {
      await saving(t('currency_action', { currency: to }), () =>
        changeCurrency(replica, { from, to, numbers: 'kept' }, now, () => undefined),
      );
    } catch (error) {
      toast({ title: t('currency_failed'), description: failureText(error), variant: 'destructive' });
    }
  };

  const elsewhere = editing ? changedElsewhere(editing, values) : {};
  return (
    <div ref={page} tabIndex={-1} className="outline-none">
      {editing ? (
        <WithElsewhere fields={elsewhere}>
          <SalonEditor
            initial={editing}
            draft={
              <>
                <KeepDraft owner={replica} form={DRAFT} className="mb-4" />
                <ChangedMeanwhile fields={elsewhere} className="mb-4" />
              </>
            }
            heading={values.name_bg || values.name_en}
            mode={t('mode_edit')}
            submitLabel={t('save')}
            onCancel={() => setEditing(null)}
            onSave={async (changed) => {
              const isChosen = changed.currency !== editing.currency;
              // Another device may have changed to the same one meanwhile, prices and all.
              if (isChosen && changed.currency !== values.currency) setAsked({ opened: editing, changed });
              else await save(editing, changed);
            }}
          />
        </WithElsewhere>
      ) : (
        <>
          {rights.may('salons', 'currency') ? (
            <CurrencyOffer replica={replica} currency={values.currency} onChange={() => setCurrency('EUR')} />
          ) : null}
          {mayPrice && !currency ? <FormerPrices replica={replica} currency={values.currency} /> : null}
          <SalonView values={values} onEdit={() => setEditing(values)} />
          <SalonDaysCards replica={replica} open={open} zone={values.timezone} />
          <SalonRooms replica={replica} rooms={rooms} />
        </>
      )}
      <CurrencyQuestion
        asked={asked && { from: asked.opened.currency, to: asked.changed.currency }}
        onCancel={() => setAsked(null)}
        onAlone={() => void alone()}
        onConvert={() => void convert()}
      />
      {currency ? (
        <CurrencyDialog replica={replica} from={values.currency} to={currency} onClose={() => setCurrency(null)} />
      ) : null}
    </div>
  );
}

/** Saves the form and says what became of it; `done` is called when it is on disk, which the promise says, too. */
function useSave(replica: OpenReplica, done: () => void) {
  const { t } = useTranslation('salon');
  const session = useSession();
  const failed = useSalonFailure();
  return async (opened: SalonFormValues, changed: SalonFormValues): Promise<boolean> => {
    try {
      if (session.store.getState().phase !== 'signed-in') throw new AuthProblem(NOT_AUTHENTICATED);
      await saving(changed.name_bg || changed.name_en, () => updateSalon(replica, changed, opened));
      session.keepSalon(replica.salonId);
    } catch (error) {
      failed(error, t('save_failed'));
      return false;
    }
    done();
    // Only a choice of this field is one of the person's language; a salon of another language is not.
    if (changed.language !== opened.language) await chooseLanguage(changed.language);
    // In the language just chosen, which `t` of this render does not know yet.
    const said = { lng: currentLanguage() };
    toast({ title: t('success', said), description: t('updated', said) });
    return true;
  };
}
