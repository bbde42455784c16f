import { judgingClients } from './client-import-rows.ts';
import { judgingProducts } from './product-import.ts';
import { judgingServices } from './service-import.ts';
import { atOnce } from './steps.test-support.ts';

/** Judges all rows of a table of clients. */
export const judgeClients = <K extends Parameters<typeof judgingClients>[2][number]>(
  ...table: Parameters<typeof judgingClients<K>>
) => atOnce(judgingClients<K>(...table));

/** Judges all rows of a table of services. */
export const judgeServices = <K extends Parameters<typeof judgingServices>[2][number]>(
  ...table: Parameters<typeof judgingServices<K>>
) => atOnce(judgingServices<K>(...table));

/** Judges all rows of a table of products. */
export const judgeProducts = <K extends Parameters<typeof judgingProducts>[2][number]>(
  ...table: Parameters<typeof judgingProducts<K>>
) => atOnce(judgingProducts<K>(...table));
