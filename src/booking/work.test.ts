import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { proofText } from '#schemas/online.ts';
import { beginsWithZeros, proofOfWork } from './work.ts';

const bits = (text: string) =>
  [...createHash('sha256').update(text).digest()].map((byte) => byte.toString(2).padStart(8, '0')).join('');
const never = () => new AbortController().signal;

it.each([
  [[0xff], 0, true],
  [[0x7f], 1, true],
  [[0x80], 1, false],
  [[0x01], 7, true],
  [[0x01], 8, false],
  [[0x00, 0x7f], 9, true],
  [[0x00, 0x80], 9, false],
  [[0x00, 0x00, 0x3f], 18, true],
])('%o begins with %i zero bits: %s', (bytes, zeros, holds) => {
  expect(beginsWithZeros(new Uint8Array(bytes), zeros)).toBe(holds);
});

describe('a proof of work', () => {
  it('is one for the server, which reckons over request, salon, start, phone and it', async () => {
    const of = (nonce: string) => proofText('0b3c', 'studio', '2026-11-30T08:30:00.000Z', '+359888765432', nonce);
    const work = await proofOfWork(of(''), 11, never());
    expect(work).toMatch(/^[0-9]{1,20}$/);
    expect(bits(of(work))).toMatch(/^0{11}/);
  });

  it('of letters that take two bytes is the same for both', async () => {
    expect(bits(`студио|${await proofOfWork('студио|', 9, never())}`)).toMatch(/^0{9}/);
  });

  it('is given up with the page', async () => {
    const left = new AbortController();
    const proof = proofOfWork('too much', 22, left.signal);
    left.abort();
    await expect(proof).rejects.toThrow(/abort/i);
  });
});
