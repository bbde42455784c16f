import { CURRENCIES } from './constants.ts';
import { initially, integer, key, money, oneOf, optional, type RowOf, table, text } from './table.ts';

/**
 * Products (document 2 §3). `quantity` in whole units of `unit` (grams by default); `low_stock_at` is the threshold of the "running out"
 * mark. `currency` is that of `sale_price` and `price`, `supply_currency` that of `supply_price` and null where it is.
 */
export const products = table(
  'products',
  {
    name: text(),
    barcode: optional(text({ maxLength: 80 })),
    group_name: optional(text()),
    group_id: optional(key()),
    supply_price: optional(money()),
    sale_price: money(),
    price: optional(money()),
    quantity: integer(),
    unit: initially(text({ maxLength: 20 }), 'g'),
    low_stock_at: optional(integer()),
    currency: oneOf(CURRENCIES, 'BGN'),
    supply_currency: optional(oneOf(CURRENCIES, 'BGN')),
    notes: optional(text({ maxLength: 5000 })),
  },
  {
    // What a save writes together (PROD-24, PROD-25) is decided together.
    groups: [
      ['sale_price', 'price', 'currency'],
      ['supply_price', 'supply_currency'],
      ['group_id', 'group_name'],
    ],
    refs: { group_id: 'product_groups' },
  },
);
export type Product = RowOf<typeof products>;
