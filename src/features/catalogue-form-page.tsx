import { Fragment, type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation, useNavigate, useParams } from 'react-router-dom';
import { type DraftOf, keepDraft, readDraft } from '#data/browser/form-drafts.ts';
import { Button } from '#ui/button.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { ErrorBox } from '#ui/error-box.tsx';
import { Notice } from '#ui/notice.tsx';
import { Page } from '#ui/page.tsx';
import { BackButton, BackLink } from '#ui/page-links.tsx';
import { SkeletonRows } from '#ui/skeleton.tsx';
import { isTyped, typedIsSaved } from '#ui/unsaved.ts';
import type { LiveState } from '#ui/use-live.ts';
import { typedFor } from './catalogue-form.tsx';
import { atRow } from './list-address.ts';
import { useLoadFailure } from './use-load-failure.ts';
import { useReplica } from './use-replica.ts';
import { failureText } from './use-saving.ts';

/** What a form is given once all that it needs is there. */
export interface FormParts<R, N> {
  title: string;
  /** Undefined: a new one. */
  row: R | undefined;
  /** The other rows of the list. */
  others: readonly R[];
  needs: N;
}

export interface CatalogueFormPageProps<R, N> {
  /** The list that the form leads back to, as it was left. */
  list: string;
  /** Titles and messages, in the words of this list. */
  texts: { add: string; edit: string; back: string; failedToLoad: string; invalidId: string; invalidIdText: string };
  rows: LiveState<readonly R[]>;
  /** What the form needs besides; undefined: it is still being read. */
  needs: N | undefined;
  /** The rows of the list have a picture or a colour in front. */
  avatar?: boolean;
  form: (parts: FormParts<R, N>) => ReactNode;
}

/**
 * `…/add` and `…/edit/{id}` of clients, employees, services and products: the head with the way back, and below it the form,
 * what is still being read, a read that failed (with Retry), or that the id is nobody's.
 */
export function CatalogueFormPage<R extends { readonly id: string }, N>(props: CatalogueFormPageProps<R, N>) {
  const { list, texts, rows, needs, avatar = true, form } = props;
  const { id } = useParams();
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const { userId, salonId } = useReplica();
  useLoadFailure(rows, texts.failedToLoad);
  const { t } = useTranslation('lists');
  /** As the row of the form stood last: what is typed over it outlives its deletion. */
  const [last, setLast] = useState<R>();
  const found = id ? rows.value?.find((one) => one.id === id) : undefined;
  if (found && found !== last) setLast(found);

  const [area = ''] = pathname.split('/').filter(Boolean);
  const draftOf = (gone: string): DraftOf => ({ userId, salonId, form: `${area}/${gone}` });
  const anew = (gone: string) => `/${area}/add?${typedFor(gone)}`;
  /** On to a new record with what is typed: no question in between, and what is noted of it stays. */
  const saveAnew = (gone: string) => {
    const draft = readDraft(draftOf(gone));
    typedIsSaved();
    if (draft) keepDraft(draftOf(gone), draft);
    navigate(anew(gone));
  };
  const title = id ? texts.edit : texts.add;
  const shown = () => {
    if (rows.phase === 'failed')
      return <ErrorBox title={texts.failedToLoad} detail={failureText(rows.error)} onRetry={rows.retry} />;
    if (rows.phase === 'loading' || needs === undefined) return <SkeletonRows avatar={avatar} />;
    const row = found ?? (last && last.id === id && isTyped() ? last : undefined);
    const isKept = id !== undefined && !found && readDraft(draftOf(id)) !== null;
    if (id && !row) {
      return (
        <EmptyState
          title={texts.invalidId}
          action={
            <span className="flex flex-wrap justify-center gap-2">
              <BackButton to={list} label={texts.back} />
              {isKept ? (
                <Link to={anew(id)} className="btn btn-primary">
                  {t('gone_draft_anew')}
                </Link>
              ) : null}
            </span>
          }
        >
          {texts.invalidIdText} {isKept ? t('gone_draft') : null}
        </EmptyState>
      );
    }
    const others = rows.value.filter((one) => one.id !== id);
    return (
      <>
        {row && !found ? (
          <Notice tone="warn" className="mb-4">
            <span className="flex flex-wrap items-center gap-3">
              <span className="min-w-[min(12rem,100%)] flex-1">{t('gone_meanwhile')}</span>
              {isKept ? (
                <Button size="sm" onClick={() => saveAnew(row.id)}>
                  {t('gone_draft_anew')}
                </Button>
              ) : null}
            </span>
          </Notice>
        ) : null}
        <Fragment key={id ?? 'new'}>{form({ title, row, others, needs })}</Fragment>
      </>
    );
  };
  return (
    <Page title={title} lead={<BackLink to={list} state={id ? atRow(id).state : undefined} label={texts.back} />}>
      {shown()}
    </Page>
  );
}
