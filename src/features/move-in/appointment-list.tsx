import { CalendarPlus, CircleAlert, CircleMinus } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { FaultyEntry } from '#domain/imports/appointments/appointment-entry.ts';
import type { PlannedAppointment, SalonNow } from '#domain/imports/appointments/planned-appointment.ts';
import { Badge, Count } from '#ui/page/badge.tsx';
import { Button } from '#ui/page/button.tsx';
import { classNames } from '#ui/style/class-names.ts';
import { useEntryWords } from './entry-texts.ts';

/** The number of entries that are drawn before somebody asks for more. */
const AT_ONCE = 100;

interface AppointmentListProps {
  planned: readonly PlannedAppointment[];
  faults: readonly FaultyEntry[];
  salon: SalonNow;
}

interface Line {
  readonly key: string;
  readonly fate: PlannedAppointment['fate']['kind'] | FaultyEntry['fault'];
  readonly planned: PlannedAppointment | null;
  readonly fault: FaultyEntry | null;
}

/** Shows every entry with its fate, and the number of entries of each fate. */
export function AppointmentList({ planned, faults, salon }: AppointmentListProps) {
  const { t } = useTranslation('move-in');
  const fateText = useFateText();
  const [only, setOnly] = useState<string | null>(null);
  const [shown, setShown] = useState(AT_ONCE);
  const lines: Line[] = [
    ...planned.map((one): Line => ({ key: one.id, fate: one.fate.kind, planned: one, fault: null })),
    ...faults.map((fault, i): Line => ({ key: `fault ${i}`, fate: fault.fault, planned: null, fault })),
  ];
  const fates = [...new Set(lines.map(({ fate }) => fate))];
  const chosen = only ? lines.filter(({ fate }) => fate === only) : lines;
  return (
    <section className="card" aria-label={t('preview')}>
      <header className="flex flex-wrap items-center gap-2 border-b border-line rounded-t-lg bg-surface-2 px-5 py-3 max-md:px-4">
        <h2 className="mr-2 text-base">{t('preview')}</h2>
        {fates.map((fate) => (
          <button
            key={fate}
            type="button"
            className={classNames('chip', only === fate && 'on')}
            aria-pressed={only === fate}
            onClick={() => setOnly(only === fate ? null : fate)}
          >
            {fateText(fate)} <Count>{lines.filter((line) => line.fate === fate).length}</Count>
          </button>
        ))}
      </header>
      <ol>
        {chosen.slice(0, shown).map((line) => (
          <EntryItem key={line.key} line={line} salon={salon} />
        ))}
      </ol>
      {chosen.length > shown ? (
        <p className="p-3 text-center">
          <Button onClick={() => setShown(shown + AT_ONCE)}>{t('more_rows', { count: chosen.length - shown })}</Button>
        </p>
      ) : null}
    </section>
  );
}

/** Returns a function that names the fate of an entry. */
function useFateText(): (fate: Line['fate']) => string {
  const { t } = useTranslation('move-in');
  return (fate) => t(fate === 'new' ? 'is_new_events' : `fate_${fate}`);
}

function EntryItem({ line, salon }: { line: Line; salon: SalonNow }) {
  const fateText = useFateText();
  const { what, detail, why } = useEntryWords(salon);
  const { planned, fault, fate } = line;
  const isWritten = planned !== null && planned.write !== null;
  const Icon = isWritten ? CalendarPlus : fault && fault.fault !== 'past' ? CircleAlert : CircleMinus;
  const remark = planned ? why(planned) : '';
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1 border-b border-line px-5 py-2.5 last:border-b-0 max-md:px-4">
      <span className="min-w-[min(10rem,100%)] flex-1 leading-tight">
        <span className="tnum block break-words">{planned ? what(planned) : fault?.text}</span>
        {planned ? <span className="block text-sm break-words text-ink-3">{detail(planned)}</span> : null}
        {remark ? <span className="block text-sm break-words text-warning">{remark}</span> : null}
      </span>
      <Badge
        className="ml-auto"
        tone={isWritten ? 'ok' : Icon === CircleAlert ? 'bad' : 'neutral'}
        icon={<Icon className="i" aria-hidden="true" />}
      >
        {fateText(fate)}
      </Badge>
    </li>
  );
}
