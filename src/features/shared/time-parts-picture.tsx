import './time-parts-picture.css';
import type { CSSProperties } from 'react';
import { useTranslation } from 'react-i18next';
import type { TimePart } from '#domain/booking/typed-times.ts';
import { classNames } from '#ui/style/class-names.ts';

interface StretchPictureProps {
  parts: readonly TimePart[];
  /** The colour of the booking's employee; left out for a booking of nobody. */
  color?: string | undefined;
  /** Lower, for a dialog. */
  small?: boolean;
}

/** The time that a booking takes as one bar: work, the client's waiting, cleaning up. */
export function TimePartsPicture({ parts, color, small = false }: StretchPictureProps) {
  const { t } = useTranslation('services');
  const words = ({ kind, minutes }: TimePart) => t(`stretch.${kind}`, { count: minutes });
  return (
    <div
      className={classNames('stretch tnum', small && 'small')}
      style={color ? ({ '--c': color } as CSSProperties) : undefined}
      role="img"
      aria-label={parts.map(words).join(', ')}
    >
      {parts.map((part) => (
        <span key={part.from} className={part.kind} style={{ flexGrow: part.minutes } as CSSProperties} title={words(part)}>
          {part.minutes}
        </span>
      ))}
    </div>
  );
}
