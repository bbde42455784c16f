import { CloudUpload } from 'lucide-react';
import { Badge } from './badge.tsx';

/** On a row that the server has not confirmed yet. */
export function PendingBadge({ label, hint }: { label: string; hint: string }) {
  return (
    <span title={hint} className="inline-flex">
      <Badge tone="line" icon={<CloudUpload className="i" aria-hidden="true" />}>
        {label}
      </Badge>
    </span>
  );
}
