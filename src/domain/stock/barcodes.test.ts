import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { barcodeHas, barcodeKey, isSameBarcode } from './barcodes.ts';

const digits = fc.string({ unit: fc.constantFrom(...'0123456789'), minLength: 1, maxLength: 14 });
const zeros = fc.nat(3).map((count) => '0'.repeat(count));

describe('a barcode that is a number', () => {
  it('is the same with leading zeros: UPC-A, EAN-13 and GTIN-14', () => {
    const forms = ['850018800012', '0850018800012', '00850018800012'];
    for (const one of forms) for (const other of forms) expect(isSameBarcode(one, other)).toBe(true);
    fc.assert(fc.property(digits, zeros, zeros, (code, a, b) => isSameBarcode(a + code, ` ${b}${code}`)));
  });

  it('is another where the number is another', () => {
    fc.assert(fc.property(digits, digits, (a, b) => isSameBarcode(a, b) === (BigInt(a) === BigInt(b))));
  });

  it('is found by each of its forms, by the beginning of each, and by any part of what is kept', () => {
    fc.assert(
      fc.property(digits, zeros, zeros, fc.nat(14), (code, kept, asked, length) => {
        expect(barcodeHas(kept + code, asked + code)).toBe(true);
        expect(barcodeHas(kept + code, (kept + code).slice(length))).toBe(true);
        const beginning = barcodeKey(code).slice(0, 1 + (length % barcodeKey(code).length));
        expect(barcodeHas(kept + code, `0${beginning}`)).toBe(true);
      }),
    );
  });

  it('is not found by zeros before what stands within it', () => {
    expect(barcodeHas('3800054121071', '0054121')).toBe(true); // these zeros are its own
    expect(barcodeHas('3800054121071', '00054121')).toBe(true);
    expect(barcodeHas('3800054121071', '000054121')).toBe(false);
    expect(barcodeHas('850018800012', '018800')).toBe(true);
    expect(barcodeHas('850018800012', '08800')).toBe(false);
  });
});

describe('any other barcode', () => {
  it('is the same text alone, and none is nobody’s', () => {
    expect(isSameBarcode('AB-07', 'AB-07 ')).toBe(true);
    expect(isSameBarcode('0AB7', 'AB7')).toBe(false);
    expect(isSameBarcode('7', '７')).toBe(false);
    for (const none of [null, '', ' ']) for (const other of [null, '', ' ', '0']) expect(isSameBarcode(none, other)).toBe(false);
    expect(barcodeHas('0AB7', '00AB')).toBe(false);
    expect(barcodeHas('AB07', '07')).toBe(true);
  });
});
