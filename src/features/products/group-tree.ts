import type { LocalRow } from '#schemas/registry.ts';

type Group = LocalRow<'product_groups'>;

export interface TreeGroup {
  group: Group;
  depth: number;
}

/** Groups under their parents. One whose parent is not there, and a circle that two devices made, stand at top level: never hidden. */
export function groupTree(groups: readonly Group[]): TreeGroup[] {
  const ids = new Set(groups.map((group) => group.id));
  const placed = new Set<string>();
  const rows: TreeGroup[] = [];
  const place = (group: Group, depth: number) => {
    if (placed.has(group.id)) return;
    placed.add(group.id);
    rows.push({ group, depth });
    for (const child of groups) if (child.parent_id === group.id) place(child, depth + 1);
  };
  for (const group of groups) if (!group.parent_id || !ids.has(group.parent_id)) place(group, 0);
  for (const group of groups) place(group, 0);
  return rows;
}
