/** The choices of a dialog: services, employees, hours and minutes, and the way to add one where there is none. */
import type { TFunction } from 'i18next';
import type { MouseEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router-dom';
import type { SalonPart } from '#calendar/reads/calendar-reads.ts';
import { serviceName } from '#domain/booking/service-duration.ts';
import { isOfferedBy, termsWith } from '#domain/booking/service-offers.ts';
import { shownMoney } from '#domain/money/shown-money.ts';
import { compareNames } from '#domain/people/names.ts';
import { useRights } from '#features/shared/use-rights.ts';
import type { Language } from '#schemas/constants.ts';
import type { LocalRow } from '#schemas/registry.ts';
import type { SelectOption } from '#ui/form/select.tsx';
import { useLeaveDialog } from '#ui/overlay/leave-dialog.tsx';
import { ColorDot, EmployeeAvatar } from '#ui/page/avatar.tsx';

interface ServiceWords {
  readonly language: Language;
  readonly t: TFunction;
}

/** With whom it is, and for whom. */
interface ServiceFor {
  /** Their services come first, at their own terms. */
  readonly employee?: LocalRow<'resources'> | undefined;
  /** The services that the client usually has, in that order: they come before all. */
  readonly usual?: readonly string[] | undefined;
}

/**
 * The services to choose from, with duration and price: those that are usual, then those that the employee offers, by category and
 * in it by name; those without one come last, and behind them those that the employee does not offer.
 */
export function serviceOptions(
  { services, config: { currency } }: Pick<SalonPart, 'services' | 'config'>,
  { language, t }: ServiceWords,
  { employee, usual = [] }: ServiceFor = {},
): SelectOption<string>[] {
  const all = [...services.values()];
  const categoryOf = ({ category }: LocalRow<'services'>) => category?.trim() ?? '';
  const anyCategory = all.some((row) => categoryOf(row) !== '');
  const byCategory = (a: LocalRow<'services'>, b: LocalRow<'services'>) => {
    const [one, other] = [categoryOf(a), categoryOf(b)];
    if (one === other) return compareNames(serviceName(a, language), serviceName(b, language));
    return one === '' ? 1 : other === '' ? -1 : compareNames(one, other) || (one < other ? -1 : 1);
  };
  const isOffered = (row: LocalRow<'services'>) => !employee || isOfferedBy(row, employee.id);
  const first = usual.flatMap((id) => services.get(id) ?? []);
  const rest = all.sort(byCategory).filter((row) => !first.includes(row));
  const option = (row: LocalRow<'services'>, group: string | undefined): SelectOption<string> => {
    const { minutes, price, currency: own } = termsWith(row, employee?.id ?? null);
    return {
      value: row.id,
      label: serviceName(row, language),
      icon: <ColorDot color={row.color} />,
      note: `${t('calendar:reservation.minutes', { count: minutes })} · ${shownMoney({ amount: price, currency: own }, currency, language)}`,
      ...(group === undefined ? {} : { group }),
    };
  };
  const others = first.length > 0 ? t('reservation:client.others') : undefined;
  return [
    ...first.map((row) => option(row, t('reservation:client.usual_group'))),
    ...rest.filter(isOffered).map((row) => option(row, anyCategory ? categoryOf(row) || t('reservation:no_category') : others)),
    ...rest
      .filter((row) => !isOffered(row))
      .map((row) => option(row, t('reservation:client.not_offered', { employee: employee?.name }))),
  ];
}

const WAYS = {
  employee: { none: 'reservation.no_employees', add: 'add_employee', to: '/employees/add', table: 'resources' },
  service: { none: 'reservation.no_services', add: 'add_service', to: '/services/add', table: 'services' },
} as const;

/** Beside a list that has nothing to choose from: the way to add one. Whoever typed something is asked before it is left. */
export function DeadEnd({ what }: { what: keyof typeof WAYS }) {
  const { t } = useTranslation('calendar');
  const navigate = useNavigate();
  const leave = useLeaveDialog();
  const { none, add, to, table } = WAYS[what];
  const mayAdd = useRights().mayMake(table);
  const onClick = (click: MouseEvent) => {
    // Ctrl and a click open another tab, and leave nothing.
    if (!leave || click.ctrlKey || click.metaKey || click.shiftKey) return;
    click.preventDefault();
    leave(() => void navigate(to));
  };
  return (
    <>
      {t(none)}.{' '}
      {mayAdd ? (
        <Link to={to} className="font-medium text-primary-ink underline" onClick={onClick}>
          {t(add)}
        </Link>
      ) : null}
    </>
  );
}

/** An employee as a choice. The name of an inactive one says so. */
export function employeeOption(
  { id, name, color, active }: LocalRow<'resources'>,
  t: TFunction,
  offers = true,
): SelectOption<string> {
  return {
    value: id,
    label: active ? name : t('calendar:reservation.inactive_option', { name }),
    icon: <EmployeeAvatar name={name} color={color} className="h-6! w-6! text-[.65rem]!" />,
    ...(offers ? {} : { note: t('visits:not_offered_note') }),
  };
}

/** Hours or minutes as choices, with two digits each. */
export const clockOptions = (numbers: readonly number[]): SelectOption<number>[] =>
  numbers.map((value) => ({ value, label: String(value).padStart(2, '0') }));
