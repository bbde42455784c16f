import { CircleCheckBig } from 'lucide-react';
import { type RefObject, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Matter, mattersOf } from '#data/issues/issue-matters.ts';
import { dropOutdated } from '#data/issues/issues.commands.ts';
import type { SyncIssue } from '#data/issues/issues.queries.ts';
import { isOfRole, maySendAgain } from '#data/issues/role-refusals.ts';
import { isVisitMatter, type MatterOrVisit, withVisits } from '#data/issues/visit-matters.ts';
import { salon$ } from '#data/salon.queries.ts';
import { useReplica } from '#features/shared/use-replica.ts';
import { useRights } from '#features/shared/use-rights.ts';
import { ignoreSecondPress } from '#ui/input/second-press.ts';
import { Count } from '#ui/page/badge.tsx';
import { Button } from '#ui/page/button.tsx';
import { Notice } from '#ui/page/notice.tsx';
import { useLive } from '#ui/timing/use-live.ts';
import { IssueCard } from './issue-card.tsx';
import { isCause, type ListRow, useListRows } from './issue-causes.ts';
import { IssueBoundary } from './issue-frame.tsx';
import { IssueGroup, useGroupDecision } from './issue-group.tsx';

/** In the order in which they stand, the cards of a group behind it. */
const keysOf = (rows: readonly ListRow[]): readonly string[] =>
  rows.flatMap((row) => [row.key, ...(isCause(row) ? row.matters.map(({ key }) => key) : [])]);

/** The issues that need a person's decision, newest first; many of one cause are a group. */
export function IssueList({ issues }: { issues: readonly SyncIssue[] }) {
  const { t } = useTranslation('issues');
  const replica = useReplica();
  const config = useLive(() => salon$(replica), [replica])?.effective;
  const newest = useMemo(() => withVisits(mattersOf(issues)), [issues]);
  const matters = useSteadyOrder(newest);
  const rows = useListRows(matters);
  const count = matters.length;
  useEffect(() => {
    // What is not shown is not counted either, on the chip.
    dropOutdated(replica, issues).catch(console.error);
  }, [replica, issues]);
  const heading = useRef<HTMLHeadingElement>(null);
  const list = useRef<HTMLUListElement>(null);
  useFocusAfter(keysOf(rows), list, heading);
  return (
    <section aria-labelledby="sync-attention">
      <h2 id="sync-attention" ref={heading} tabIndex={-1} className="mb-2.5 flex items-center gap-2 text-base">
        {t('attention')} <Count warn={count > 0}>{count}</Count>
      </h2>
      {count === 0 ? (
        <p className="card flex items-center gap-2.5 p-4 text-sm text-ink-2">
          <CircleCheckBig className="i i-sm text-success" aria-hidden="true" />
          {t('nothing_attention')}
        </p>
      ) : null}
      <AllowedByNow matters={matters} />
      <ul ref={list} className="flex flex-col gap-3 text-sm">
        {config
          ? rows.map((row) => (
              <li key={row.key} data-issue-key={row.key}>
                {isCause(row) ? (
                  <IssueGroup cause={row} config={config} />
                ) : (
                  <IssueBoundary>
                    <IssueCard matter={row} config={config} />
                  </IssueBoundary>
                )}
              </li>
            ))
          : null}
      </ul>
    </section>
  );
}

/** The changes that were refused to the role and are allowed by now: all of them are sent again by one press. */
function AllowedByNow({ matters }: { matters: readonly MatterOrVisit[] }) {
  const { t } = useTranslation('issues');
  const rights = useRights();
  const { busy, failure, run } = useGroupDecision();
  const allowed = matters
    .filter((matter): matter is Matter => !isVisitMatter(matter))
    .filter(({ issues: [issue] }) => isOfRole(issue) && maySendAgain(issue, rights));
  const count = allowed.length;
  if (count === 0 && failure === null) return null;
  return (
    <Notice tone="info" className="mb-3">
      <span className="flex flex-wrap items-center gap-3">
        <span className="min-w-[min(12rem,100%)] flex-1">{failure ?? t('allowed_title', { count })}</span>
        <Button
          size="sm"
          variant="primary"
          breaks
          busy={busy !== null}
          busyLabel={t('working')}
          onClick={() => void run({ matters: allowed }, 'again', t('allowed_send', { count }))}
        >
          {t('allowed_send', { count })}
        </Button>
      </span>
    </Notice>
  );
}

/** The list of what needs a decision does not change places under the finger of the person who works in it. */
/** When it came, or was changed last. */
const atOf = (matter: MatterOrVisit): string =>
  (isVisitMatter(matter) ? matter.matters[0]?.issues[0].at : matter.issues[0].at) ?? '';

/** The matters in the order in which they came here, the newest first: one that changes while it is shown keeps its place. */
function useSteadyOrder(matters: readonly MatterOrVisit[]): readonly MatterOrVisit[] {
  const [came, setCame] = useState<ReadonlyMap<string, string>>(new Map());
  const fresh = matters.filter(({ key }) => !came.has(key));
  if (fresh.length > 0) setCame(new Map([...came, ...fresh.map((matter) => [matter.key, atOf(matter)] as const)]));
  const placeOf = (matter: MatterOrVisit) => came.get(matter.key) ?? atOf(matter);
  return [...matters].sort((a, b) => (placeOf(a) > placeOf(b) ? -1 : placeOf(a) < placeOf(b) ? 1 : 0));
}

const CARD = '[data-issue-key]';

/**
 * Moves the focus when the card in which a person works disappears: to the next card, else to the one before, else to the list's
 * heading. A person who works elsewhere is left alone.
 */
function useFocusAfter(
  keys: readonly string[],
  list: RefObject<HTMLElement | null>,
  heading: RefObject<HTMLElement | null>,
): void {
  const worked = useRef<string | null>(null);
  const before = useRef<readonly string[]>([]);

  useEffect(() => {
    const note = ({ target }: Event) => {
      if (!(target instanceof HTMLElement)) return;
      const card = target.closest<HTMLElement>(CARD);
      if (card) worked.current = card.dataset.issueKey ?? null;
      else if (!target.closest('[role="alertdialog"], [role="dialog"]')) worked.current = null; // a card's own question stays its own
    };
    document.addEventListener('focusin', note);
    document.addEventListener('click', note); // Safari gives a clicked button no focus
    return () => {
      document.removeEventListener('focusin', note);
      document.removeEventListener('click', note);
    };
  }, []);

  useLayoutEffect(() => {
    const was = before.current;
    before.current = keys;
    const lastKey = worked.current;
    if (lastKey === null || !was.includes(lastKey) || keys.includes(lastKey)) return;
    worked.current = null;
    ignoreSecondPress(); // the next card has its place now
    const at = was.indexOf(lastKey);
    const left = new Set(keys);
    const next = [...was.slice(at + 1), ...was.slice(0, at).reverse()].filter((key) => left.has(key));
    // After the question's dialog has given the focus back to a button that is not there any more.
    setTimeout(() => {
      const cards = new Map(
        [...(list.current?.querySelectorAll<HTMLElement>(CARD) ?? [])].map((card) => [card.dataset.issueKey, card]),
      );
      // Of a folded group nothing is drawn, of a long one what is near.
      const card = next.map((key) => cards.get(key)).find((drawn) => drawn !== undefined);
      (card?.querySelector<HTMLElement>('article') ?? heading.current)?.focus();
    });
  }, [keys, list, heading]);
}
