/** Heads and cells of foreign tables of services and products as programs and people write them, with what a person reads in each. */
import type { ProductField } from './product-import.ts';
import type { ServiceField } from './service-import.ts';

const list = (heads: string): readonly string[] => heads.split('|').map((head) => head.trim());

/** The heads of each field of a service, in a salon that counts in levs. */
export const SERVICE_HEADS = {
  name_bg: list('Услуга | Услуги | Име | Име на услугата | Наименование | Наименование на услугата | Процедура | Процедури | Манипулация | Терапия | Service | Service Name | Service Title | Treatment | Treatment Name | Name | Title | Item Name | service_name | ServiceName | usluga'),
  category: list('Категория | Категория услуги | Категории | Група | Група услуги | Вид | Раздел | Category | Category Name | Service Category | Group | Department | service_category'),
  duration: list('Времетраене | Времетраене (мин.) | Продължителност | Продълж. | Време | Времетр. мин | Минути | Мин. | Duration | Duration (min) | Duration in minutes | Length | Mins | Minutes | Time | Трае | durationMinutes'),
  buffer_after: list('Почистване | Почистване след часа | Време за почистване | Extra Time | Cleanup Time | Clean up | Buffer | Buffer time after'),
  price: list('Цена | Цена лв. | Цена (BGN) | Цена, лева | Ед. цена | Стойност | Цена лв./€ | Тарифа | Price | Retail Price | Full price | Cost | Amount | Rate | Price BGN | лв. | tsena'),
  show_online: list('Онлайн | Видима онлайн | Видима | Показва се онлайн | Онлайн резервация | Online Booking | Show Online | Visible online | Online'),
  notes: list('Бележки | Описание | Забележка | Коментар | Description | Notes | Details | Бел. | Service description'),
} as const satisfies Partial<Record<ServiceField, readonly string[]>>; // biome-ignore format: a table reads better in rows

/** Heads that name no field of a service, although one of their words could. */
export const OTHER_SERVICE_HEADS: readonly string[] = list(
  'Tax | ДДС | Commission | Voucher Sales | Service ID | SKU | Resource | Treatment Type | Available For | Служител | Специалист | Цвят | Points | Price type | Капаро | Отстъпка | №',
);

/** The heads of each field of a product. */
export const PRODUCT_HEADS = {
  name: list('Продукт | Продукти | Име | Име на продукта | Наименование | Артикул | Наименование на артикула | Стока | Консуматив | Product | Product Name | Item | Item Name | Name | Article | product_name'),
  barcode: list('Баркод | Бар код | Щрихкод | EAN | EAN-13 | Barcode | Bar code | UPC | GTIN | ЕАН код'),
  group: list('Група | Категория | Продуктова група | Категория продукти | Category | Product Category | Group | Category Name'),
  quantity: list('Количество | Кол-во | К-во | Наличност | Налично количество | Бройки | Брой | Остатък | Quantity | Qty | Stock | Stock Quantity | In stock | On Hand | Current Quantity Салон | Inventory'),
  supply_price: list('Доставна цена | Доставна | Дост. цена | Покупна цена | Цена на доставка | Себестойност | Supply Price | Cost | Cost price | Unit Cost | Default Unit Cost | Purchase price | Wholesale price'),
  sale_price: list('Продажна цена | Прод. цена | Продажна | Цена | Цена лв. | Цена на дребно | Ед. цена | Retail Price | Price | Sale price | Selling Price | Unit price | Price (BGN)'),
  low_stock_at: list('Праг за поръчка | Минимум | Мин. количество | Минимална наличност | Low Stock Level | Low stock threshold | Reorder point | Reorder Level | Stock Alert Count Салон | Minimum'),
} as const satisfies Partial<Record<ProductField, readonly string[]>>; // biome-ignore format: a table reads better in rows

/** Heads that name nothing of a product. */
export const OTHER_PRODUCT_HEADS: readonly string[] = list(
  'Token | Product ID | Tax | ДДС % | Markup | Надценка | Reorder Quantity | New Quantity Салон | Stock Alert Enabled Салон | Sellable | Stockable | Тегло | Total value | Обща стойност | №',
);

/** The value that a person reads in a cell, and the text that is kept in the notes instead or as well. */
export interface OfferCell<V> {
  readonly cell: string;
  readonly value: V;
  readonly noted: string | null;
}

const taken = <V>(value: V, ...cells: readonly string[]): OfferCell<V>[] => cells.map((cell) => ({ cell, value, noted: null }));
const part = <V>(value: V, ...cells: readonly string[]): OfferCell<V>[] => cells.map((cell) => ({ cell, value, noted: cell }));
const NOTHINGS = ['', '-', '--', '---', '–', 'n/a', 'N/A', 'няма', 'none', '.'] as const;

/** Prices in a salon that counts in levs; null for none. */
export const PRICES: readonly OfferCell<string | null>[] = [
  ...taken('25 BGN', '25', '25.00', '25,00', '25 лв', '25 лв.', '25лв', '25,00 лв.', 'лв. 25', 'лв.25', '25 лева', '25 BGN', 'BGN 25.00', '25 lv', '25.-', '25,–', '25,--', '="25"', '25,0000'),
  ...taken('25 BGN', '25,00 лв. / 12,78 €', '25.00 лв (12.78 €)', '12,78 € / 25,00 лв.', '25лв./12.78€', '25 лв. | 12,78 EUR', '€12.78 / 25 лв', '25 BGN (12.78 EUR)', '25,00 лв. – 12,78 €', '25,00 / 12,78', '25 / 12,78 €'),
  ...taken('20 EUR', '20 €', '€ 20', '€20.00', '20 EUR', '20 евро', '20 euro', 'EUR 20'),
  ...taken('65 USD', '$65', '$65.00', 'USD 65', '65 $'),
  ...taken('1200 BGN', '1200', '1 200', '1.200,00', '1,200.00', '1 200,00 лв.', "1'200.-", '1200,00лв'),
  ...taken('25.5 BGN', '25,50', '25.5', '25 лв. 50 ст.', '25,50 лв'),
  ...taken('0 BGN', '0', '0,00', '0 лв.', 'безплатно', 'Безплатно', 'безплатна', 'free', 'Free', 'gratis'),
  ...part('60 BGN', 'от 60', 'от 60 лв.', 'От 60,00 лв', 'from 60', '60+', '60 лв.*', '60 лв. и нагоре', 'около 60 лв.', '60 лв/час', '60-80', '60 – 80 лв.', '60/80', 'от 60 до 80 лв.', '60 лв. - 80 лв.', 'къса 60 лв., дълга 80 лв.'),
  ...part('20 EUR', 'from €20', 'от 20 €', '20-30 €', '20 € и нагоре'),
  ...part(null, 'variable', 'Varies', 'по договаряне', 'по запитване', 'според дължината', '-5', '1,200', '1.200', '45.555', '£20', '30 мин', '1:30', '99999999999999'),
  ...taken(null, ...NOTHINGS),
]; // biome-ignore format: a table reads better in rows

/** Durations in minutes; null for none. */
export const DURATIONS: readonly OfferCell<number | null>[] = [
  ...taken(90, '90', '90.0', '90 мин', '90 мин.', '90мин', '90 минути', '90 min', '90 mins', "90'", '1:30', '01:30', '01:30:00', '1:30 ч', '1 ч 30 мин', '1 ч. 30 мин.', '1 час и 30 мин', '1 час и 30 минути', '1ч30мин', '1ч.30м.'),
  ...taken(90, '1h 30min', '1h30', '1h 30m', '1 hr 30 min', '1 hour 30 minutes', '1 hour, 30 minutes', '1 hour and 30 minutes', '1,5 ч', '1.5 часа', '1.5h', '1½ часа', '1 1/2 ч', '1 час и половина', 'час и половина', '1.30 ч.', '1,5', 'PT1H30M'),
  ...taken(50, '0:50', '00:50', '50', '50′', '50 м'),
  ...taken(60, '1ч', '1 ч.', '1 час', '1h', '1 hr', '1 hour', 'час', '60', '60 min'),
  ...taken(125, '2h 5min', '2:05', '125'),
  ...taken(30, '½ час', 'половин час', '0,5 ч', 'half an hour', "30'"),
  ...part(45, '45-60', '45-60 мин', '45–60 мин.', '45 - 60 min', '45/60', 'от 45 мин', 'около 45 мин', '~45', '45+', 'до 45 мин.', '45 до 60 минути', '45 мин.*', '0:45-1:00', '45 мин (с пауза)'),
  ...part(60, '1-2 часа', '1 – 1,5 ч', 'от 1 час', '1-2 h'),
  ...part(35, '33', '33 мин', '31 min'),
  ...part(null, 'дълго', 'различно', '1', '25 ч', '45 лв', '1:75', '-30', '9999'),
  ...taken(null, '0', '0:00', '0 мин', ...NOTHINGS),
]; // biome-ignore format: a table reads better in rows

/** Cleaning up in minutes. */
export const CLEANINGS: readonly OfferCell<number>[] = [
  ...taken(10, '10', '10 мин', '10min blocked time after', '10 min cleanup', '10 мин. почистване'),
  ...part(0, '15min processing time after', '10 min before', 'винаги'),
  ...part(15, '12 мин', '15-20 мин'),
  ...taken(0, '0', ...NOTHINGS),
];

/** True if the service is shown online. */
export const ONLINE: readonly OfferCell<boolean>[] = [
  ...taken(
    true,
    'да',
    'Да',
    'yes',
    'Y',
    'TRUE',
    '1',
    '+',
    'x',
    '✓',
    'Enabled',
    'Everyone',
    'видима',
    'Visible',
    'активна',
    'Active',
    '',
  ),
  ...taken(false, 'не', 'No', 'N', 'false', '0', '-', 'Disabled', 'скрита', 'Hidden', 'неактивна', 'off'),
  ...part(true, 'може би', 'само за редовни', 'Members'),
];

/** Stock, and the threshold below which it runs out; null for none. */
export const STOCKS: readonly OfferCell<number | null>[] = [
  ...taken(12, '12', '12.0', '12,00', '12 бр.', '12бр', '12 pcs', '="12"'),
  ...taken(1200, '1200', '1 200', '1,200.00'),
  ...taken(0, '0', '0.0', '0,000'),
  ...part(2, '2.5', '2,75', 'около 2', '> 2', '2 и още малко'),
  ...part(0, '-1', '−3', '-2 бр.'),
  ...part(null, 'много', 'има', '3 + 2', '1.200', '99999999999'),
  ...taken(null, ...NOTHINGS),
];

/** Barcodes; null for none. */
export const BARCODES: readonly OfferCell<string | null>[] = [
  ...taken('3800000014011', '3800000014011', "'3800000014011", '="3800000014011"', '3800000014011.0', '3800000014011,00'),
  ...taken('0380000001404', '0380000001404', "'0380000001404"),
  ...taken('RS-250', 'RS-250'),
  { cell: '3800000014011; 3800000014028', value: '3800000014011', noted: '3800000014028' },
  ...part(null, '3,80005E+12', '3.8E+12'),
  ...taken(null, ...NOTHINGS, '0', '0000000000000'),
];

/** Names that hold numbers and words of heads, and are names all the same. */
export const NAMES: readonly OfferCell<string>[] = [
  'Подстригване',
  'Терапия за коса',
  'Гел лак 2 цвята',
  'Маникюр 60 мин',
  'Боя №5',
  'Шампоан 250 ml',
  "Women's Haircut",
  'Full Set (Acrylic)',
].map((name) => ({ cell: name, value: name, noted: null }));
