/** Services that most salons of a trade have, in both languages, with the minutes that they usually take. Prices are each salon's own. */
import type { Language } from '#schemas/constants.ts';

type Said = Readonly<Record<Language, string>>;

export interface StarterService {
  readonly name: Said;
  readonly minutes: number;
  readonly category: Said;
  readonly color: string;
}

export const TRADES = ['hair', 'nails', 'cosmetics', 'barbers'] as const;
export type Trade = (typeof TRADES)[number];

/** Name in Bulgarian, in English, minutes. */
type Line = readonly [string, string, number];

/** One object for all that stand in a category: rows are grouped by it. */
function of(bg: string, en: string, color: string, lines: readonly Line[]): StarterService[] {
  const category: Said = { bg, en };
  return lines.map(([nameBg, nameEn, minutes]) => ({ name: { bg: nameBg, en: nameEn }, minutes, category, color }));
}

export const STARTER_SERVICES: Readonly<Record<Trade, readonly StarterService[]>> = {
  hair: [
    ...of('Подстригване и прически', 'Cut and style', '#7c3aed', [
      ['Дамско подстригване', "Women's haircut", 60],
      ['Подстригване и сешоар', 'Haircut and blow-dry', 75],
      ['Сешоар', 'Blow-dry', 45],
      ['Мъжко подстригване', "Men's haircut", 30],
      ['Детско подстригване', "Children's haircut", 30],
      ['Официална прическа', 'Formal updo', 90],
    ]),
    ...of('Боядисване', 'Colour', '#3498db', [
      ['Боядисване на корени', 'Root colour', 75],
      ['Боядисване на цялата коса', 'Full colour', 105],
      ['Кичури', 'Highlights', 120],
      ['Балеаж', 'Balayage', 150],
      ['Тониране', 'Toner', 45],
    ]),
    ...of('Терапии за коса', 'Hair treatments', '#16a34a', [
      ['Кератинова терапия', 'Keratin treatment', 120],
      ['Възстановяваща маска', 'Repair mask', 30],
    ]),
  ],
  nails: [
    ...of('Маникюр', 'Manicure', '#ec4899', [
      ['Класически маникюр', 'Classic manicure', 45],
      ['Маникюр с гел лак', 'Gel polish manicure', 75],
      ['Гел лак с декорации', 'Gel polish with nail art', 90],
      ['Укрепване с гел', 'Gel strengthening', 90],
      ['Изграждане на нокти', 'Nail extensions', 120],
      ['Поддръжка на ноктопластика', 'Infill', 90],
      ['Сваляне на гел лак', 'Gel polish removal', 30],
    ]),
    ...of('Педикюр', 'Pedicure', '#f59e0b', [
      ['Класически педикюр', 'Classic pedicure', 60],
      ['Педикюр с гел лак', 'Gel polish pedicure', 75],
      ['Медицински педикюр', 'Medical pedicure', 75],
    ]),
  ],
  cosmetics: [
    ...of('Лице', 'Face', '#f59e0b', [
      ['Почистване на лице', 'Facial cleansing', 75],
      ['Хидратираща терапия', 'Hydrating facial', 60],
      ['Анти-ейдж терапия', 'Anti-ageing facial', 75],
      ['Химичен пилинг', 'Chemical peel', 45],
      ['Масаж на лице', 'Face massage', 30],
    ]),
    ...of('Вежди и мигли', 'Brows and lashes', '#7c3aed', [
      ['Оформяне на вежди', 'Brow shaping', 30],
      ['Боядисване на вежди', 'Brow tint', 30],
      ['Ламиниране на вежди', 'Brow lamination', 45],
      ['Ламиниране на мигли', 'Lash lift', 60],
    ]),
    ...of('Кола маска', 'Waxing', '#ec4899', [
      ['Горна устна', 'Upper lip', 15],
      ['Подмишници', 'Underarms', 20],
      ['Цели крака', 'Full legs', 60],
      ['Интим', 'Brazilian', 45],
    ]),
  ],
  barbers: [
    ...of('Подстригване', 'Haircuts', '#3b82f6', [
      ['Мъжко подстригване', "Men's haircut", 45],
      ['Подстригване с машинка', 'Clipper cut', 30],
      ['Фейд', 'Skin fade', 45],
      ['Детско подстригване', "Children's haircut", 30],
      ['Баща и син', 'Father and son', 75],
    ]),
    ...of('Брада', 'Beard', '#64748b', [
      ['Оформяне на брада', 'Beard trim', 30],
      ['Подстригване и брада', 'Haircut and beard', 60],
      ['Класическо бръснене', 'Hot towel shave', 45],
      ['Боядисване на брада', 'Beard colour', 30],
    ]),
  ],
};
