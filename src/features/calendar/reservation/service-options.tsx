import type { TFunction } from 'i18next';
import { compareNames } from '#domain/names.ts';
import { durationOf, serviceName } from '#domain/service-duration.ts';
import type { Language } from '#schemas/constants.ts';
import type { LocalRow } from '#schemas/registry.ts';
import { ColorDot } from '#ui/avatar.tsx';
import type { SelectOption } from '#ui/select.tsx';

/** The services to choose from, by category and in it by name; those without one come last. */
export function serviceOptions(
  services: ReadonlyMap<string, LocalRow<'services'>>,
  language: Language,
  t: TFunction,
): SelectOption<string>[] {
  const all = [...services.values()];
  const categoryOf = ({ category }: LocalRow<'services'>) => category?.trim() ?? '';
  const anyCategory = all.some((row) => categoryOf(row) !== '');
  const byCategory = (a: LocalRow<'services'>, b: LocalRow<'services'>) => {
    const [one, other] = [categoryOf(a), categoryOf(b)];
    if (one === other) return compareNames(serviceName(a, language), serviceName(b, language));
    return one === '' ? 1 : other === '' ? -1 : compareNames(one, other) || (one < other ? -1 : 1);
  };
  return all.sort(byCategory).map((row) => ({
    value: row.id,
    label: serviceName(row, language),
    icon: <ColorDot color={row.color} />,
    note: t('calendar:reservation.minutes', { count: durationOf(row) }),
    ...(anyCategory ? { group: categoryOf(row) || t('reservation:no_category') } : {}),
  }));
}
