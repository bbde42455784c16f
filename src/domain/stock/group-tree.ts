/** Groups of products form a tree. Two devices can turn it into a circle, so every walk here also ends in a circle (PGRP-12). */
interface Child {
  readonly parent_id: string | null;
}

/** True if a group is `target` or lies below it. It ends in a circle, too. */
export function leadsTo(from: string, target: string, group: (id: string) => Child | undefined): boolean {
  const seen = new Set<string>();
  for (let at: string | null = from; at && !seen.has(at); at = group(at)?.parent_id ?? null) {
    if (at === target) return true;
    seen.add(at);
  }
  return false;
}

/** A group and its depth; children follow their parent, in the given order. */
export interface Branch<G> {
  readonly group: G;
  /** 0 is the top level. */
  readonly depth: number;
}

/**
 * Returns all groups in the order of the tree. A group whose parent is missing, or that is part of a circle, stands at the top
 * level.
 */
export function asTree<G extends Child & { readonly id: string }>(groups: readonly G[]): Branch<G>[] {
  const byId = new Map(groups.map((group) => [group.id, group]));
  const isTop = (g: G) => g.parent_id === null || !byId.has(g.parent_id) || leadsTo(g.parent_id, g.id, (id) => byId.get(id));
  const children = new Map<string | null, G[]>();
  for (const group of groups) {
    if (!isTop(group)) children.set(group.parent_id, [...(children.get(group.parent_id) ?? []), group]);
  }
  const branch = (group: G, depth: number): Branch<G>[] => [
    { group, depth },
    ...(children.get(group.id) ?? []).flatMap((child) => branch(child, depth + 1)),
  ];
  return groups.filter(isTop).flatMap((group) => branch(group, 0));
}

/** Returns the ids of a group and of all groups below it; of a circle all its groups. */
export function idsWithin<G extends Child & { readonly id: string }>(groups: readonly G[], id: string): ReadonlySet<string> {
  const byId = new Map(groups.map((group) => [group.id, group]));
  return new Set(groups.filter((group) => leadsTo(group.id, id, (at) => byId.get(at))).map((group) => group.id));
}
