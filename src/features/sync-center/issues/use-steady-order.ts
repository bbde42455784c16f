/** The list of what needs a decision does not change places under the finger of the person who works in it. */
import { useState } from 'react';
import { isVisitMatter, type MatterOrVisit } from '#data/issues/visit-matters.ts';

/** When it came, or was changed last. */
const atOf = (matter: MatterOrVisit): string =>
  (isVisitMatter(matter) ? matter.matters[0]?.issues[0].at : matter.issues[0].at) ?? '';

/** The matters in the order in which they came here, the newest first: one that changes while it is shown keeps its place. */
export function useSteadyOrder(matters: readonly MatterOrVisit[]): readonly MatterOrVisit[] {
  const [came, setCame] = useState<ReadonlyMap<string, string>>(new Map());
  const fresh = matters.filter(({ key }) => !came.has(key));
  if (fresh.length > 0) setCame(new Map([...came, ...fresh.map((matter) => [matter.key, atOf(matter)] as const)]));
  const placeOf = (matter: MatterOrVisit) => came.get(matter.key) ?? atOf(matter);
  return [...matters].sort((a, b) => (placeOf(a) > placeOf(b) ? -1 : placeOf(a) < placeOf(b) ? 1 : 0));
}
