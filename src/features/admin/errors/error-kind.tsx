import { useTranslation } from 'react-i18next';
import { ERROR_KINDS, type ErrorKind } from '#domain/error-kinds.ts';
import { Badge } from '#ui/badge.tsx';

const isKind = (type: string): type is ErrorKind => (ERROR_KINDS as readonly string[]).includes(type);

/** The recorder's kinds in words; another type, from elsewhere, as it stands. */
export function useKindName(): (type: string) => string {
  const { t } = useTranslation('admin');
  return (type) => (isKind(type) ? t(`kinds.${type}`) : type);
}

export function KindBadge({ type }: { type: string }) {
  return <Badge>{useKindName()(type)}</Badge>;
}
