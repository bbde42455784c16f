import {
  ArrowLeftRight,
  CloudOff,
  LogOut,
  MonitorSmartphone,
  Pencil,
  Plus,
  UserRoundCheck,
  UserRoundCog,
  UserRoundX,
} from 'lucide-react';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { keptBookingPage$ } from '#data/online/booking-page-book.ts';
import type { KeptPeople } from '#data/people/people-book.ts';
import {
  type Invitation,
  type Member,
  type MemberDevice,
  MOST_INVITATIONS,
  putDeviceAway,
  withdrawInvitation,
} from '#data/people/people-server.ts';
import { salon$ } from '#data/salon.queries.ts';
import { zonedParts } from '#domain/time/time.ts';
import { useReplica } from '#features/shared/use-replica.ts';
import { useRights } from '#features/shared/use-rights.ts';
import { formatShortDate } from '#i18n/formats.ts';
import { useLanguage } from '#i18n/use-language.ts';
import type { SalonRole } from '#schemas/constants.ts';
import { mayManage } from '#schemas/rights.ts';
import { useFocusAgain } from '#ui/input/lost-focus.ts';
import { ConfirmDialog } from '#ui/overlay/confirm-dialog.tsx';
import { Menu, type MenuEntry } from '#ui/overlay/menu.tsx';
import { toast } from '#ui/overlay/toast-store.ts';
import { ClientAvatar } from '#ui/page/avatar.tsx';
import { Badge } from '#ui/page/badge.tsx';
import { Button } from '#ui/page/button.tsx';
import { ErrorBox } from '#ui/page/error-box.tsx';
import { Notice } from '#ui/page/notice.tsx';
import { Page } from '#ui/page/page.tsx';
import { BackLink } from '#ui/page/page-links.tsx';
import { SectionCard } from '#ui/page/section-card.tsx';
import { SkeletonRows } from '#ui/page/skeleton.tsx';
import { useLive } from '#ui/timing/use-live.ts';
import { useThisDevice } from './device-dialog.tsx';
import { type FreeEmployees, useFreeEmployees } from './free-employees.ts';
import { InviteDialog } from './invite-dialog.tsx';
import { LeaveQuestion } from './leave-question.tsx';
import { agoText, leftText } from './people-time.ts';
import { type PersonAct, PersonDialogs } from './person-dialogs.tsx';
import { type PeopleRead, usePeople, usePeopleAct } from './use-people.ts';

/** `/salon/people`: who is in the salon, with which role and devices, and who may come. Without a line what the device knew last. */
export function PeoplePage() {
  const { t } = useTranslation('people');
  const read = usePeople();
  const { kept, failure, isOffline } = read;
  return (
    <Page title={t('title')} lead={<BackLink to="/salon" label={t('back')} />}>
      <div className="flex max-w-[68rem] flex-col gap-5">
        {failure ? <ErrorBox title={t('loading_failed')} detail={failure} onRetry={() => void read.refresh()} /> : null}
        {kept.value ? (
          <People read={read} kept={kept.value} />
        ) : isOffline ? (
          <Notice tone="warn" icon={<CloudOff className="i" aria-hidden="true" />}>
            {t('offline_never')}
          </Notice>
        ) : failure ? null : (
          <SkeletonRows />
        )}
      </div>
    </Page>
  );
}

/** The things of the page that its sections share. */
interface Around {
  read: PeopleRead;
  kept: KeptPeople;
  /** Of whoever looks. */
  role: SalonRole;
  employees: FreeEmployees;
  salonNames: readonly string[];
  /** Nothing can be changed. */
  readOnly: boolean;
}

function People({ read, kept }: { read: PeopleRead; kept: KeptPeople }) {
  const { t } = useTranslation('people');
  const replica = useReplica();
  const language = useLanguage();
  const rights = useRights();
  const salon = useLive(() => salon$(replica), [replica])?.salon;
  const employees = useFreeEmployees(kept.people);
  const mine = kept.people.find(({ user_id }) => user_id === replica.userId);
  // What was read with the people is newer than the last pull; an administrator who looks in is none of them.
  const role = mine?.role ?? rights.role ?? 'staff';
  const names = (language === 'bg' ? [salon?.name_bg, salon?.name_en] : [salon?.name_en, salon?.name_bg]).filter(Boolean);
  const around: Around = {
    ...{ read, kept, role, employees },
    salonNames: names as string[],
    readOnly: read.isOffline,
  };
  return (
    <>
      {read.isOffline ? (
        <Notice tone="warn" icon={<CloudOff className="i" aria-hidden="true" />}>
          {t('offline', { when: agoText(t, kept.at, read.now) })}
        </Notice>
      ) : null}
      <Members {...around} />
      {role === 'staff' ? null : <Invitations {...around} />}
      {kept.former.length > 0 ? (
        <SectionCard title={t('former')}>
          <p className="mb-2 text-ink-2">{t('former_text')}</p>
          <ul className="flex flex-wrap gap-x-4 gap-y-1">
            {kept.former.map(({ user_id, name }) => (
              <li key={user_id} className="break-words font-medium">
                {name ?? t('no_name')}
              </li>
            ))}
          </ul>
        </SectionCard>
      ) : null}
    </>
  );
}

/** How a person is called on this page: by name, else by e-mail. */
const calledName = ({ name, email }: Member, otherwise: string) => name ?? email ?? otherwise;

function Members(around: Around) {
  const { read, kept, role, employees, salonNames, readOnly } = around;
  const { t } = useTranslation('people');
  const replica = useReplica();
  const [inviting, setInviting] = useState(false);
  const [leaving, setLeaving] = useState(false);
  const [opened, setOpened] = useState<{ userId: string; act: PersonAct } | null>(null);
  const { device, naming, dialog } = useThisDevice(read.refresh);
  const list = useRef<HTMLUListElement>(null);
  useFocusAgain(list, kept.people.length);
  const member = opened && kept.people.find(({ user_id }) => user_id === opened.userId);
  const invites = mayManage(role, 'staff') && !readOnly;
  const isOwner = kept.people.some(({ user_id, role: theirs }) => user_id === replica.userId && theirs === 'owner');
  return (
    <SectionCard
      title={t('in_salon')}
      action={
        invites ? (
          <Button variant="primary" icon={<Plus className="i i-sm" aria-hidden="true" />} onClick={() => setInviting(true)}>
            {t('invite')}
          </Button>
        ) : null
      }
    >
      <ul ref={list} tabIndex={-1} className="divide-y divide-line outline-none">
        {kept.people.map((one) => {
          const isMe = one.user_id === replica.userId;
          const name = calledName(one, t('no_name'));
          const entries = entriesOf(
            one,
            { isMe, role, isOwner, open: (act) => setOpened({ userId: one.user_id, act }), leave: () => setLeaving(true) },
            t,
          );
          return (
            <li key={one.user_id} className="flex gap-3 py-3">
              <ClientAvatar name={name} className="max-[20rem]:hidden" />
              <div className="min-w-0 flex-1">
                <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
                  <b className="min-w-0 font-semibold [overflow-wrap:anywhere]">{name}</b>
                  <Badge tone={one.role === 'owner' ? 'info' : 'neutral'}>{t(`roles.${one.role}`)}</Badge>
                  {isMe ? <span className="text-ink-3 text-sm">{t('you')}</span> : null}
                </p>
                <Facts member={one} employees={employees} now={read.now} />
                <Devices
                  member={one}
                  own={device}
                  isMe={isMe}
                  now={read.now}
                  readOnly={readOnly}
                  onName={naming}
                  refresh={read.refresh}
                />
              </div>
              {readOnly || entries.length === 0 ? null : (
                <span className="-mr-2 flex-none">
                  <Menu label={t('actions', { name })} entries={entries} />
                </span>
              )}
            </li>
          );
        })}
      </ul>
      {inviting ? (
        <InviteDialog
          role={role}
          employees={employees}
          salon={salonNames[0] ?? ''}
          refresh={read.refresh}
          onClose={() => setInviting(false)}
        />
      ) : null}
      {opened && member ? (
        <PersonDialogs
          key={`${opened.userId} ${opened.act}`}
          act={opened.act}
          member={member}
          name={calledName(member, t('no_name'))}
          isMe={member.user_id === replica.userId}
          salonNames={salonNames}
          employees={employees}
          refresh={read.refresh}
          onClose={() => setOpened(null)}
        />
      ) : null}
      {leaving ? <LeaveQuestion salon={salonNames[0] ?? ''} onClose={() => setLeaving(false)} /> : null}
      {dialog}
    </SectionCard>
  );
}

interface EntriesFor {
  isMe: boolean;
  role: SalonRole;
  /** The person who looks owns the salon; an administrator who looks in has an owner's role, but nothing to hand over. */
  isOwner: boolean;
  open: (act: PersonAct) => void;
  leave: () => void;
}

/** The acts on a person that whoever looks may do. The server says the same (`…_people.sql`). */
function entriesOf(member: Member, { isMe, role, isOwner, open, leave }: EntriesFor, t: (key: string) => string): MenuEntry[] {
  const manages = !isMe && mayManage(role, member.role);
  const icon = (Mark: typeof Pencil) => <Mark className="i i-sm" aria-hidden="true" />;
  const entry = (label: string, act: PersonAct, Mark: typeof Pencil, danger = false): MenuEntry => ({
    ...{ label: t(label), icon: icon(Mark), danger },
    onSelect: () => open(act),
  });
  return [
    ...(isMe || role === 'owner' ? [entry('rename', 'rename', Pencil)] : []),
    ...(manages && mayManage(role, 'manager') ? [entry('set_role', 'role', UserRoundCog)] : []),
    ...(manages || (isMe && role === 'owner') ? [entry('link', 'link', UserRoundCheck)] : []),
    ...(!isMe && isOwner && member.role === 'manager' ? [entry('hand_over', 'hand-over', ArrowLeftRight)] : []),
    ...(manages ? [entry('remove', 'remove', UserRoundX, true)] : []),
    ...(isMe && role !== 'owner' ? [{ label: t('leave'), icon: icon(LogOut), danger: true, onSelect: leave }] : []),
  ];
}

/** E-mail, employee, since when, and when they were last seen. */
function Facts({ member, employees, now }: { member: Member; employees: FreeEmployees; now: number }) {
  const { t } = useTranslation('people');
  const language = useLanguage();
  const { email, name, resource_id, joined_at, last_seen } = member;
  const employee = resource_id && employees.nameOf(resource_id);
  const zone = new Intl.DateTimeFormat().resolvedOptions().timeZone;
  const facts = [
    name && email,
    employee && t('employee_is', { name: employee }),
    joined_at && t('joined', { date: formatShortDate(zonedParts(joined_at, zone).date, language) }),
    last_seen && t('seen', { when: agoText(t, last_seen, now) }),
  ].filter(Boolean);
  return <p className="text-ink-2 text-sm [overflow-wrap:anywhere]">{facts.join(' · ')}</p>;
}

interface DevicesProps {
  member: Member;
  /** The id of this device, on which several people may sign in. */
  own: string | null;
  /** The person looks at their own. */
  isMe: boolean;
  now: number;
  readOnly: boolean;
  onName: () => void;
  refresh: () => Promise<void>;
}

function Devices({ member, own, isMe, now, readOnly, onName, refresh }: DevicesProps) {
  const { t } = useTranslation(['people', 'common']);
  const replica = useReplica();
  const { busy, act } = usePeopleAct(refresh);
  const dark = useLive(() => keptBookingPage$(replica), [replica])?.page.dark ?? [];
  const isDark = ({ id }: MemberDevice) => id !== own && dark.some((one) => one.id === id && one.user_id === member.user_id);
  const putAway = async (id: string) => {
    const { done } = await act((client) => putDeviceAway(client, id));
    if (done) toast({ title: t('common:success'), description: t('people:put_away_done') });
  };
  if (member.devices.length === 0) return null;
  return (
    <ul className="mt-1.5 flex flex-col gap-1" aria-label={t('people:devices')}>
      {member.devices.map((one) => {
        const { id, name, app, last_seen, unsent, aside } = one;
        const isOwn = isMe && id === own;
        const facts = [
          app && t('people:version', { app }),
          isOwn ? t('people:this_device') : t('people:seen', { when: agoText(t, last_seen, now) }),
          unsent > 0 && t('people:unsent', { count: unsent }),
          aside && t('people:aside'),
        ].filter(Boolean);
        return (
          <li key={id} className="flex flex-wrap items-center gap-x-2 text-sm">
            <MonitorSmartphone className="i i-sm flex-none text-ink-3 max-[20rem]:hidden" aria-hidden="true" />
            <span className="min-w-[min(10rem,100%)] max-w-full flex-initial [overflow-wrap:anywhere]">
              <span className="font-medium">{name ?? t('people:no_name')}</span>{' '}
              <span className="text-ink-2">{facts.join(' · ')}</span>
            </span>
            {!readOnly && isDark(one) ? (
              <Button
                size="sm"
                breaks
                busy={busy}
                label={t('people:put_away_name', { name: name ?? t('people:no_name') })}
                title={t('people:put_away_hint')}
                onClick={() => void putAway(id)}
              >
                {t('people:put_away')}
              </Button>
            ) : null}
            {isOwn && !readOnly ? (
              <Button
                variant="ghost"
                size="sm"
                iconOnly
                label={t('people:rename_device')}
                icon={<Pencil className="i i-sm" aria-hidden="true" />}
                onClick={onName}
              />
            ) : null}
          </li>
        );
      })}
    </ul>
  );
}

function Invitations({ read, kept, readOnly }: Around) {
  const { t } = useTranslation(['people', 'common']);
  const [asked, setAsked] = useState<Invitation | null>(null);
  const { busy, act } = usePeopleAct(read.refresh);
  const list = useRef<HTMLDivElement>(null);
  const open = kept.invitations.filter(({ expires_at }) => Date.parse(expires_at) > read.now);
  useFocusAgain(list, open.length);
  const whatOf = ({ role, note }: Invitation) =>
    note ? t('people:invitation_for', { role: t(`people:roles.${role}`), note }) : t(`people:roles.${role}`);
  const byOf = ({ made_by }: Invitation) => kept.people.find(({ user_id }) => user_id === made_by)?.name;
  const withdraw = async () => {
    if (!asked) return;
    const { done } = await act((client) => withdrawInvitation(client, asked.id));
    if (done) toast({ title: t('common:success'), description: t('people:withdrawn') });
    setAsked(null);
  };
  return (
    <SectionCard title={t('people:invitations')}>
      <div ref={list} tabIndex={-1} className="outline-none">
        {open.length === 0 ? <p className="text-ink-2">{t('people:invitations_none')}</p> : null}
        {open.length >= MOST_INVITATIONS ? <p className="hint">{t('people:invite_most', { count: MOST_INVITATIONS })}</p> : null}
        <ul className="divide-y divide-line">
          {open.map((one) => {
            const by = byOf(one);
            return (
              <li key={one.id} className="flex flex-wrap items-center gap-x-3 gap-y-1 py-2.5">
                <span className="min-w-[min(10rem,100%)] flex-1">
                  <b className="block break-words font-medium">{whatOf(one)}</b>
                  <span className="block text-ink-2 text-sm">
                    {by ? `${t('people:invitation_by', { name: by })} · ` : ''}
                    {leftText(t, one.expires_at, read.now)}
                  </span>
                </span>
                {readOnly ? null : (
                  <Button size="sm" label={t('people:withdraw_name', { what: whatOf(one) })} onClick={() => setAsked(one)}>
                    {t('people:withdraw')}
                  </Button>
                )}
              </li>
            );
          })}
        </ul>
      </div>
      <ConfirmDialog
        open={asked !== null}
        title={t('people:withdraw_title')}
        confirmLabel={t('people:withdraw')}
        busy={busy}
        onCancel={() => setAsked(null)}
        onConfirm={() => void withdraw()}
      >
        {t('people:withdraw_text')}
      </ConfirmDialog>
    </SectionCard>
  );
}
