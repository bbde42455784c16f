import type { TFunction } from 'i18next';
import type { CSSProperties } from 'react';
import type { StretchPart } from './service-details-values.ts';

interface StretchProps {
  parts: readonly StretchPart[];
  t: TFunction<'services'>;
}

/** The time that a booking takes as one bar: work, the client's waiting, cleaning up. */
export function ServiceStretch({ parts, t }: StretchProps) {
  const label = parts.map(({ kind, minutes }) => t(`stretch.${kind}`, { count: minutes })).join(', ');
  return (
    <div className="svc-stretch tnum" role="img" aria-label={label}>
      {parts.map(({ kind, from, minutes }) => (
        <span
          key={from}
          className={kind}
          style={{ flexGrow: minutes } as CSSProperties}
          title={t(`stretch.${kind}`, { count: minutes })}
        >
          {minutes}
        </span>
      ))}
    </div>
  );
}
