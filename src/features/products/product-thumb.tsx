import { FlaskConical, SprayCan } from 'lucide';
import { plainIcon } from '#ui/page/plain-icon.tsx';

const BOTTLE = plainIcon(FlaskConical);
const SPRAY = plainIcon(SprayCan);

/** Stands for a picture that there is none of; two kinds, in turn (document 2 §2). */
export function ProductThumb({ other }: { other: boolean }) {
  return (
    <span className={`thumb ${other ? 'alt' : ''}`} aria-hidden="true">
      {other ? SPRAY : BOTTLE}
    </span>
  );
}
