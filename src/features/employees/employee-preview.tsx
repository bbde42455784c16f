import { CircleCheckBig, UserRoundX } from 'lucide-react';
import type { CSSProperties } from 'react';
import { useTranslation } from 'react-i18next';
import { EmployeeAvatar } from '#ui/avatar.tsx';

const TIMES = '9:00–10:00';

/** How this employee's column and bookings will look. */
export function EmployeePreview({ name, color, active }: { name: string; color: string; active: boolean }) {
  const { t } = useTranslation('employees');
  const look = { '--c': color } as CSSProperties;
  const booking = (state: string, icon: React.ReactNode) => (
    <div className="relative h-[46px]">
      <div className={`evt tint ${state} inset-0!`} style={look}>
        <span className="t marked">
          {TIMES}
          {icon ? <span className="st">{icon}</span> : null}
        </span>
        <span className="n">{t('preview_client')}</span>
      </div>
    </div>
  );
  return (
    <div className="flex flex-col gap-5">
      <section className="card p-4" aria-hidden="true">
        <h2 className="mb-3 text-sm font-medium! text-ink-2">{t('preview')}</h2>
        <div className="mb-3 flex items-center gap-2.5">
          <EmployeeAvatar name={name || '?'} color={color} />
          <b className="truncate font-semibold">{name}</b>
        </div>
        <div className="flex flex-col gap-1.5">
          {booking('booked', null)}
          {booking('completed', <CircleCheckBig />)}
          {booking('noshow', <UserRoundX />)}
        </div>
      </section>
      {active ? (
        <section className="card p-4 text-sm">
          <h2 className="mb-2 text-sm font-medium! text-ink-2">{t('if_inactive')}</h2>
          <p className="text-ink-2">{t('if_inactive_text')}</p>
        </section>
      ) : null}
    </div>
  );
}
