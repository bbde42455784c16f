import {
  CalendarPlus,
  CalendarSearch,
  CircleUserRound,
  ContactRound,
  FileUp,
  ListChecks,
  Package,
  RefreshCw,
  Scissors,
  Store,
  UsersRound,
} from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { NEVER } from 'rxjs';
import { mayImport } from '#data/imports/may-import.ts';
import type { Rights } from '#data/person-rights.ts';
import { hasOwnSalon } from '#data/session/session-state.ts';
import { PaletteDialog } from '#features/palette/palette-dialog.tsx';
import type { ActionRow } from '#features/palette/palette-rows.ts';
import { useSessionState } from '#features/shared/use-replica.ts';
import { useRights } from '#features/shared/use-rights.ts';
import { useLive } from '#ui/timing/use-live.ts';
import { ADMIN_MENU, type NavigationEntry } from './navigation.ts';

/** The actions that people in a salon start most from other screens; the keys are the calendar's own. */
const DOINGS = [
  { id: 'new_appointment', icon: CalendarPlus, to: '/calendar/add', keys: ['N'] },
  { id: 'find_slot', icon: CalendarSearch, to: '/calendar?open=find', keys: ['F'] },
  { id: 'new_client', icon: ContactRound, to: '/clients/add' },
  { id: 'new_employee', icon: UsersRound, to: '/employees/add', makes: 'resources' },
  { id: 'new_service', icon: Scissors, to: '/services/add', makes: 'services' },
  { id: 'new_product', icon: Package, to: '/products/add', makes: 'products' },
] as const;

const PLACES = [
  { id: 'first_steps', icon: ListChecks, to: '/first-steps' },
  { id: 'move_in', icon: FileUp, to: '/salon/move-in' },
  { id: 'sync', icon: RefreshCw, to: '/sync' },
  { id: 'profile', icon: CircleUserRound, to: '/profile' },
] as const;

/** Two places are of use to those alone who may set the salon up. */
const isOpenTo = (id: (typeof PLACES)[number]['id'], rights: Rights): boolean =>
  id === 'move_in' ? mayImport(rights) : id !== 'first_steps' || rights.mayMake('services');

/** The search over everything, with what this person may do and where they may go. @param entries the menu as it is now */
export function PaletteHost({ entries }: { entries: readonly NavigationEntry[] }) {
  const { t } = useTranslation(['palette', 'shell']);
  const state = useSessionState();
  const rights = useRights();
  const status = useLive(() => state.replica?.status$ ?? NEVER, [state.replica]) ?? state.replica?.status$.value;
  if (state.phase !== 'signed-in') return null;
  const { hasSalon, profile, viewingAsAdmin } = state;
  // As at the gate of the salon's screens: the rows of a withdrawn salon are not this person's to see any more.
  const replica = status?.reason === 'access-withdrawn' ? null : state.replica;
  const admin = profile.role === 'admin' ? ADMIN_MENU.filter((entry) => !entries.includes(entry)) : [];
  const screens = [...entries, ...admin].flatMap(({ to, label, icon, sub }) => [
    { id: to, icon, to, name: t(`shell:${label}`) },
    ...(sub ?? [])
      .filter((below) => below.to !== to && !DOINGS.some((doing) => doing.to === below.to))
      .map((below) => ({ id: below.to, icon, to: below.to, name: `${t(`shell:${label}`)}: ${t(`shell:${below.label}`)}` })),
  ]);
  const hasOwn = hasOwnSalon(state);
  // Elsewhere the menu leads to the own salon.
  const asksForOwn = profile.role === 'admin' && (!hasOwn || viewingAsAdmin || entries === ADMIN_MENU);
  const own = hasOwn ? { id: 'own_salon', to: '/calendar?own' } : { id: 'make_salon', to: '/salon?own' };
  const actions: ActionRow[] = [
    ...(asksForOwn ? [{ ...own, icon: Store, kind: 'action' as const, label: t(`actions.${own.id}`) }] : []),
    ...(hasSalon ? DOINGS.filter((doing) => !('makes' in doing) || rights.mayMake(doing.makes)) : []).map((doing) => ({
      ...doing,
      kind: 'action' as const,
      label: t(`actions.${doing.id}`),
    })),
    ...screens.map(({ name, ...screen }) => ({ ...screen, kind: 'action' as const, label: t('to', { screen: name }) })),
    ...PLACES.filter(({ id }) => (hasSalon || id === 'profile') && isOpenTo(id, rights)).map((place) => ({
      ...place,
      kind: 'action' as const,
      label: t('to', { screen: t(`actions.${place.id}`) }),
    })),
  ];
  return <PaletteDialog replica={replica} actions={actions} />;
}
