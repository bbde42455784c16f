import { FlaskConical, SprayCan } from 'lucide-react';

/** Stands for a picture that there is none of; two kinds, in turn (document 2 §2). */
export function ProductThumb({ other }: { other: boolean }) {
  return (
    <span className={`thumb ${other ? 'alt' : ''}`} aria-hidden="true">
      {other ? <SprayCan className="i" /> : <FlaskConical className="i" />}
    </span>
  );
}
