import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

export type Encoding = 'br' | 'gzip';

/** Below this a compressed answer saves no packet. */
export const WORTH_COMPRESSING = 1400;

export function acceptedEncoding(header: string | undefined): Encoding | null {
  const offered = (header ?? '').split(',').map((part) => part.trim());
  const accepts = (name: string) => offered.some((part) => part.split(';')[0] === name && !/;\s*q=0(\.0*)?$/.test(part));
  if (accepts('br')) return 'br';
  return accepts('gzip') ? 'gzip' : null;
}

/** `once`: the result is kept (files), so that it may take its time; else it is for a single answer. */
export function compress(body: Buffer, encoding: Encoding, once: boolean): Promise<Buffer> {
  if (encoding === 'gzip') return promisify(gzip)(body, { level: once ? 9 : 4 });
  const params = { [constants.BROTLI_PARAM_QUALITY]: once ? 9 : 4, [constants.BROTLI_PARAM_SIZE_HINT]: body.length };
  return promisify(brotliCompress)(body, { params });
}
