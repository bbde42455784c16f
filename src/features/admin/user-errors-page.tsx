import { CircleCheck, FilterX, MessageCircleQuestionMark } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { AdminPage, Pager } from '#admin/frame/admin-page.tsx';
import { SalonCell } from '#admin/frame/salon-cell.tsx';
import { SalonChoice } from '#admin/frame/salon-choice.tsx';
import { adminTime, cut, MESSAGE_LENGTH, PAGE_LENGTH, wholeNumber } from '#admin/reads/admin-format.ts';
import { type ErrorsAsked, readErrors, readErrorTypes } from '#admin/reads/admin-reads.ts';
import type { ErrorGroup } from '#admin/reads/admin-rows.ts';
import { addHelp } from '#admin/reads/admin-writes.ts';
import { type Address, useAddress } from '#admin/reads/use-address.ts';
import { useAdminAction } from '#admin/reads/use-admin-action.ts';
import { useOnlineRead } from '#admin/reads/use-online-read.ts';
import { ERROR_KINDS, type ErrorKind, errorKindOf } from '#domain/errors/error-kinds.ts';
import { addDays } from '#domain/time/time.ts';
import { useOnline } from '#features/shared/use-online.ts';
import inBulgarian from '#i18n/bg/standing.json';
import inEnglish from '#i18n/en/standing.json';
import { formatAdminDate } from '#i18n/formats.ts';
import { useLanguage } from '#i18n/use-language.ts';
import { DateField } from '#ui/form/date-field.tsx';
import { Select } from '#ui/form/select.tsx';
import { TextArea } from '#ui/form/text-field.tsx';
import { Dialog } from '#ui/overlay/dialog.tsx';
import { LeaveButton } from '#ui/overlay/leave-dialog.tsx';
import { toast } from '#ui/overlay/toast-store.ts';
import { Badge, Count } from '#ui/page/badge.tsx';
import { Button } from '#ui/page/button.tsx';
import { EmptyState } from '#ui/page/empty-state.tsx';
import { DataTable } from '#ui/table/data-table.tsx';

/** `/admin/user-errors`: what went wrong on people's screens, newest first, equal ones as one row. */
export function UserErrorsPage() {
  const { t } = useTranslation('admin');
  const online = useOnline();
  const address = useAddress();
  const asked = askedIn(address);
  const [errors, refresh] = useOnlineRead(`errors ${JSON.stringify(asked)}`, (client) => readErrors(client, asked));
  const { busy, act } = useAdminAction();
  const [whole, setWhole] = useState<ErrorGroup | null>(null);
  const [helping, setHelping] = useState<ErrorGroup | null>(null);

  const add = async (error: ErrorGroup, texts: { bg: string; en: string }) => {
    const added = await act(async (client) => {
      await addHelp(client, error.id, texts);
      toast({ title: t('help_added'), description: t('help_added_text') });
    });
    if (!added) return;
    setHelping(null);
    refresh();
  };
  const help = (row: ErrorGroup) =>
    row.has_popup_help ? (
      <Badge tone="ok" icon={<CircleCheck className="i" aria-hidden="true" />}>
        {t('help_shown')}
      </Badge>
    ) : (
      <Button
        size="sm"
        label={`${t('add_help')}: ${row.error_message}`}
        disabled={!online || row.salon_id === null}
        title={row.salon_id === null ? t('unknown_salon') : undefined}
        icon={<MessageCircleQuestionMark className="i i-sm" aria-hidden="true" />}
        onClick={() => setHelping(row)}
      >
        {t('add')}
      </Button>
    );

  return (
    <AdminPage
      title={t('user_errors')}
      count={errors.value?.total}
      read={errors}
      onRefresh={refresh}
      filters={<ErrorFilters address={address} />}
    >
      {({ rows, total }) => (
        <>
          {rows.length === 0 ? <EmptyState title={t('no_errors')} /> : <ErrorTable rows={rows} onWhole={setWhole} help={help} />}
          <Pager page={asked.page} total={total} onPage={address.setPage} />
          {whole ? <ErrorDialog error={whole} onClose={() => setWhole(null)} /> : null}
          {helping ? (
            <HelpDialog
              error={helping}
              busy={busy}
              onAdd={(texts) => void add(helping, texts)}
              onClose={() => setHelping(null)}
            />
          ) : null}
        </>
      )}
    </AdminPage>
  );
}

/** By salon, by type, by one day. Only types that there are errors of are offered. */
function ErrorFilters({ address }: { address: Address }) {
  const { t } = useTranslation('admin');
  const kindName = useKindName();
  const [types] = useOnlineRead('error types', readErrorTypes);
  const type = address.get('type');
  const kinds = [...new Set([...(types.value ?? []), ...(type ? [type] : [])])];
  const salon = address.get('salon');
  const none = salon === '' && type === '' && address.get('day') === '';
  return (
    <div className="flex flex-wrap items-end gap-3">
      <SalonChoice
        className="w-full md:w-64"
        placeholder={t('all_salons')}
        value={salon ? { id: Number(salon), name: address.get('name') || t('deleted_salon', { id: salon }) } : null}
        onChange={(chosen) => address.set({ salon: chosen ? String(chosen.id) : '', name: chosen?.name ?? '' })}
      />
      <Select<string>
        label={t('kind')}
        className="w-full md:w-48"
        value={type}
        onChange={(next) => address.set({ type: next })}
        options={[{ value: '', label: t('all_kinds') }, ...kinds.map((kind) => ({ value: kind, label: kindName(kind) }))]}
      />
      <DateField
        label={t('date')}
        className="w-full md:w-48"
        weekday={false}
        write={formatAdminDate}
        value={address.get('day') || null}
        onChange={(day) => address.set({ day })}
      />
      <Button
        variant="ghost"
        breaks
        icon={<FilterX className="i" aria-hidden="true" />}
        onClick={() => address.clear()}
        disabled={none}
      >
        {t('clear_filters')}
      </Button>
    </div>
  );
}

const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** The first instant of a day on this device, ISO UTC; null where the text is no day. @param day yyyy-MM-dd */
function beginOf(day: string): string | null {
  const at = DAY.test(day) ? new Date(`${day}T00:00:00`) : null;
  return at && !Number.isNaN(at.getTime()) ? at.toISOString() : null;
}

/** The filters and the page that the address names. */
function askedIn(address: Pick<Address, 'get' | 'page'>): ErrorsAsked {
  const salonId = Number(address.get('salon'));
  const day = address.get('day');
  const from = beginOf(day);
  const to = from && beginOf(addDays(day, 1));
  return {
    salonId: Number.isSafeInteger(salonId) && salonId > 0 ? salonId : null,
    type: address.get('type') || null,
    day: from && to ? { from, to } : null,
    page: address.page,
  };
}

interface ErrorTableProps {
  rows: readonly ErrorGroup[];
  onWhole: (row: ErrorGroup) => void;
  /** The action at the end of a row, or what has come of it. */
  help: (row: ErrorGroup) => ReactNode;
}

/** Messages and pages are cut as the specification says; a press on the message shows the whole. */
function ErrorTable({ rows, onWhole, help }: ErrorTableProps) {
  const { t } = useTranslation('admin');
  const language = useLanguage();
  const message = (row: ErrorGroup) => (
    <span className="inline-flex items-center gap-2">
      <button
        type="button"
        className="text-left underline-offset-2 [overflow-wrap:anywhere] hover:underline"
        title={row.error_message}
        aria-haspopup="dialog"
        onClick={() => onWhole(row)}
      >
        {cut(row.error_message || '–', MESSAGE_LENGTH)}
      </button>
      {row.times > 1 ? (
        <span title={t('equal', { times: row.times })}>
          <Count>×{wholeNumber(row.times, language)}</Count>
        </span>
      ) : null}
    </span>
  );
  return (
    <DataTable
      label={t('user_errors')}
      rows={rows}
      rowKey={(row) => row.equal_to}
      dense
      columns={[
        {
          key: 'time',
          head: t('time'),
          sorted: 'descending',
          cell: (row) => <time className="whitespace-nowrap">{adminTime(row.created_at)}</time>,
        },
        { key: 'salon', head: t('salon'), cell: (row) => <SalonCell salon={row} id={row.salon_id} /> },
        { key: 'kind', head: t('kind'), cell: (row) => <KindBadge type={row.error_type} /> },
        { key: 'message', head: t('message'), cell: (row) => <span className="text-sm">{message(row)}</span> },
        {
          key: 'page',
          head: t('page'),
          className: 'max-xl:hidden',
          cell: (row) => (
            <span className="text-sm text-ink-2 [overflow-wrap:anywhere]" title={row.page_url ?? ''}>
              {cut(row.page_url ?? '–', PAGE_LENGTH)}
            </span>
          ),
        },
      ]}
      actions={help}
      phoneRow={(row) => (
        <span className="min-w-24 flex-1 text-sm break-words">
          <span className="block font-semibold">{message(row)}</span>
          <span className="block text-ink-2">
            {adminTime(row.created_at)} · {cut(row.page_url ?? '–', PAGE_LENGTH)}
          </span>
          <SalonCell salon={row} id={row.salon_id} />
        </span>
      )}
    />
  );
}

/** Everything that is known of an error, uncut. */
function ErrorDialog({ error, onClose }: { error: ErrorGroup; onClose: () => void }) {
  const { t } = useTranslation(['admin', 'common']);
  const facts = [
    [t('time'), adminTime(error.created_at)],
    [t('times'), String(error.times)],
    [t('page'), error.page_url ?? '–'],
    [t('browser'), error.browser_info ?? '–'],
  ] as const;
  return (
    <Dialog
      open
      onClose={onClose}
      size="wide"
      title={t('error_whole')}
      badge={<KindBadge type={error.error_type} />}
      footer={<Button onClick={onClose}>{t('common:close')}</Button>}
    >
      <p className="mb-3 font-semibold break-words whitespace-pre-wrap">{error.error_message}</p>
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1 text-sm">
        {facts.map(([name, value]) => (
          <div key={name} className="contents">
            <dt className="text-ink-3">{name}</dt>
            <dd className="min-w-0 break-words">{value}</dd>
          </div>
        ))}
      </dl>
      {error.error_stack ? (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keys
        <pre className="mt-3 max-h-60 overflow-auto rounded-lg bg-surface-2 p-3 text-xs" tabIndex={0}>
          {error.error_stack}
        </pre>
      ) : null}
    </Dialog>
  );
}

interface HelpDialogProps {
  error: ErrorGroup;
  busy: boolean;
  onAdd: (texts: { bg: string; en: string }) => void;
  onClose: () => void;
}

/** The help that a salon is shown for an error, in both languages; it begins with what fits the error's type. */
function HelpDialog({ error, busy, onAdd, onClose }: HelpDialogProps) {
  const { t } = useTranslation(['admin', 'common']);
  const kind = errorKindOf(error.error_type);
  // Both at once, whichever is shown: the app itself has loaded one language's texts only.
  const [begin] = useState({ bg: inBulgarian.help_for[kind], en: inEnglish.help_for[kind] });
  const [bg, setBg] = useState(begin.bg);
  const [en, setEn] = useState(begin.en);
  const blank = bg.trim() === '' || en.trim() === '';
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('add_help_title')}
      dirty={bg !== begin.bg || en !== begin.en}
      onSubmit={(event) => {
        event.preventDefault();
        if (!blank && !busy) onAdd({ bg: bg.trim(), en: en.trim() });
      }}
      footer={
        <>
          <LeaveButton>{t('common:cancel')}</LeaveButton>
          <Button
            type="submit"
            variant="primary"
            disabled={blank}
            busy={busy}
            icon={<MessageCircleQuestionMark className="i" aria-hidden="true" />}
          >
            {t('add')}
          </Button>
        </>
      }
    >
      <p className="mb-3 rounded-lg bg-surface-2 px-3 py-2 text-sm break-words text-ink-2">{error.error_message}</p>
      <TextArea label={t('help_bg')} lang="bg" value={bg} onChange={setBg} rows={4} maxLength={2000} />
      <TextArea
        label={t('help_en')}
        lang="en"
        value={en}
        onChange={setEn}
        rows={4}
        maxLength={2000}
        className="mt-3"
        hint={t('help_hint')}
      />
    </Dialog>
  );
}

const isKind = (type: string): type is ErrorKind => (ERROR_KINDS as readonly string[]).includes(type);

/** The recorder's kinds in words; another type, from elsewhere, as it stands. */
function useKindName(): (type: string) => string {
  const { t } = useTranslation('admin');
  return (type) => (isKind(type) ? t(`kinds.${type}`) : type);
}

function KindBadge({ type }: { type: string }) {
  return <Badge>{useKindName()(type)}</Badge>;
}
