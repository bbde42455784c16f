import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { asTree } from '#domain/stock/group-tree.ts';
import type { LocalRow } from '#schemas/registry.ts';
import { Select } from '#ui/form/select.tsx';
import { ColorDot } from '#ui/page/avatar.tsx';

export interface GroupFilterProps {
  groups: readonly LocalRow<'product_groups'>[];
  /** Empty: all groups. */
  value: string;
  onChange: (group: string) => void;
  /** Its label stands above it. */
  labelled?: boolean;
}

/** One group with all that are below it, or all. */
export function GroupFilter({ groups, value, onChange, labelled = false }: GroupFilterProps) {
  const { t } = useTranslation('products');
  const tree = useMemo(() => asTree(groups), [groups]);
  return (
    <Select<string>
      label={t('group')}
      hideLabel={!labelled}
      value={value}
      onChange={onChange}
      className={labelled ? undefined : 'min-w-40 flex-1 md:w-52 md:flex-none'}
      options={[
        { value: '', label: t('all_groups') },
        ...tree.map(({ group, depth }) => ({
          value: group.id,
          label: `${'\u2003'.repeat(depth)}${group.name}`,
          icon: <ColorDot color={group.color} />,
        })),
      ]}
    />
  );
}
