import { CircleCheck, CircleX, Clock } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { ApprovalStatus } from '#admin/reads/admin-rows.ts';
import { Badge } from '#ui/badge.tsx';

const LOOK = {
  approved: { tone: 'ok', Icon: CircleCheck },
  pending: { tone: 'warn', Icon: Clock },
  rejected: { tone: 'bad', Icon: CircleX },
} as const;

export function StatusBadge({ status }: { status: ApprovalStatus }) {
  const { t } = useTranslation('admin');
  const { tone, Icon } = LOOK[status];
  return (
    <Badge tone={tone} icon={<Icon className="i" aria-hidden="true" />}>
      {t(status)}
    </Badge>
  );
}
