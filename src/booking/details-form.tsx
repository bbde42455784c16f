import { type FormEvent, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { LONGEST_VISITOR_NOTE, type PublicSalon, VISITOR_NAME } from '#schemas/online.ts';
import { Checkbox } from '#ui/form/checkbox.tsx';
import { TextArea, TextField } from '#ui/form/text-field.tsx';
import { Button } from '#ui/page/button.tsx';
import { Notice } from '#ui/page/notice.tsx';
import { type Details, detailFaults, type Faults, LONGEST_EMAIL, type SentDetails, sentDetails } from './details.ts';

interface DetailsFormProps {
  salon: PublicSalon;
  details: Details;
  /** The stage of sending: nothing yet, the proof of work, the call. */
  phase: 'open' | 'proving' | 'booking';
  /** Just now a booking at this time is a request, for the salon has no internet. */
  isSilent: boolean;
  onChange: (details: Details) => void;
  onSend: (sent: SentDetails) => void;
}

const ORDER = ['name', 'phone', 'email', 'note', 'agreed'] as const;

/** Name, phone and the terms. What is typed lives above the form: it outlives every answer. */
export function DetailsForm({ salon, details, phase, isSilent, onChange, onSend }: DetailsFormProps) {
  const { t } = useTranslation('book');
  const form = useRef<HTMLFormElement>(null);
  const policyId = useId();
  /** Fields that were left, or all once it was to be sent: before that nobody is told of a fault. */
  const [judged, setJudged] = useState<readonly (keyof Details)[]>([]);
  const isEmailRequired = salon.ask_email === 'required';
  const all = detailFaults(details, { email: isEmailRequired, policy: salon.policy_hash !== null });
  const faults: Faults = Object.fromEntries(Object.entries(all).filter(([field]) => judged.includes(field as keyof Details)));
  const fault = (field: keyof Details) => (faults[field] ? t(faults[field]) : undefined);
  const set = <F extends keyof Details>(field: F, value: Details[F]) => onChange({ ...details, [field]: value });
  const left = (field: keyof Details) => () =>
    details[field] === '' ? undefined : setJudged((before) => (before.includes(field) ? before : [...before, field]));
  const isBusy = phase !== 'open';

  const send = (event: FormEvent) => {
    event.preventDefault();
    if (isBusy) return;
    setJudged(ORDER);
    const first = ORDER.find((field) => all[field]);
    if (!first) return onSend(sentDetails(details));
    form.current?.querySelector<HTMLElement>(`[name="${first}"]`)?.focus();
  };
  const shared = (field: 'name' | 'phone' | 'email' | 'note') => ({
    name: field,
    value: details[field],
    onChange: (value: string) => set(field, value),
    onBlur: left(field),
    error: fault(field),
    readOnly: isBusy,
  });
  return (
    <form ref={form} className="flex flex-col gap-4" noValidate onSubmit={send}>
      <TextField {...shared('name')} label={t('name')} autoComplete="name" maxLength={VISITOR_NAME.most} />
      <TextField {...shared('phone')} label={t('phone')} hint={t('phone_hint')} type="tel" autoComplete="tel" maxLength={40} />
      <TextField
        {...shared('email')}
        label={t('email')}
        optional={!isEmailRequired}
        type="email"
        inputMode="email"
        autoComplete="email"
        maxLength={LONGEST_EMAIL}
      />
      <TextArea {...shared('note')} label={t('note')} hint={t('note_hint')} optional rows={2} maxLength={LONGEST_VISITOR_NOTE} />
      {salon.policy_hash === null ? null : (
        <div className="min-w-0">
          <h3 className="label" id={policyId}>
            {t('policy')}
          </h3>
          <p className="whitespace-pre-line border-l-4 border-line-strong pl-3 text-ink-2 wrap-anywhere">{salon.policy}</p>
          <Checkbox
            className="mt-2"
            name="agreed"
            label={t('policy_agree')}
            checked={details.agreed}
            disabled={isBusy}
            onChange={(agreed) => set('agreed', agreed)}
          />
          {fault('agreed') ? (
            <p className="error" role="alert">
              {fault('agreed')}
            </p>
          ) : null}
        </div>
      )}
      {isSilent ? <Notice tone="info">{t('silent_note')}</Notice> : null}
      {salon.approve === 'all' ? <Notice quiet>{t('approve_note')}</Notice> : null}
      <div>
        <Button
          type="submit"
          variant="primary"
          size="lg"
          breaks
          className="w-full"
          busy={isBusy}
          busyLabel={t(phase === 'proving' ? 'proving' : 'booking')}
        >
          {t(salon.approve === 'all' || isSilent ? 'book_request' : 'book')}
        </Button>
        <p className="hint text-center">{t('privacy')}</p>
      </div>
    </form>
  );
}
