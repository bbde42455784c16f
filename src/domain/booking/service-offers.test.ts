import { describe, expect, test } from 'vitest';
import { canonicalValue } from '#schemas/canonical.ts';
import { offerersText, ownTermsText } from '#schemas/own-terms.ts';
import { services } from '#schemas/services.ts';
import { isOfferedBy, type Offered, termsWith } from './service-offers.ts';

const COLOUR: Offered = {
  ...{ duration: 105, price: 80, currency: 'BGN' as const, resource_ids: null, own_terms: null },
  ...{ processing_after: 30, processing_minutes: 45, buffer_after: 10 },
};
const terms = (resource: string, duration: number | null, price: number | null) => ({
  ...{ resource, duration, price },
  currency: price === null ? null : ('EUR' as const),
});
const canonical = (column: 'resource_ids' | 'own_terms', value: unknown) =>
  canonicalValue(services.columns[column], value, column);

describe('who offers a service', () => {
  test('is everybody where nobody is named, also who comes later', () => {
    expect(isOfferedBy(COLOUR, 'new')).toBe(true);
    expect(offerersText([])).toBeNull();
    expect(canonical('resource_ids', '[]')).toBeNull();
  });

  test('is who is named and nobody else', () => {
    const named = { resource_ids: offerersText(['eva', 'ana', 'eva']) };
    expect(named.resource_ids).toBe('["ana","eva"]');
    expect(['ana', 'eva', 'ivo'].map((id) => isOfferedBy(named, id))).toEqual([true, true, false]);
  });

  test.each(['{}', '[1]', '["a b"]', '["__proto__"]', '[', JSON.stringify(['x'.repeat(101)])])('is not %s', (value) => {
    expect(() => canonical('resource_ids', value)).toThrow('resource_ids: format');
  });
});

describe('what a service is with an employee', () => {
  const own_terms = ownTermsText([terms('eva', null, 95.5), terms('ana', 70, null), terms('ivo', null, null)]);

  test('is the service’s own where nothing else is said', () => {
    const times = { processing_after: 30, processing_minutes: 45, buffer_after: 10 };
    expect(termsWith({ ...COLOUR, own_terms }, 'ivo')).toEqual({ minutes: 105, price: 80, currency: 'BGN', times });
    expect(termsWith({ ...COLOUR, duration: null }, null)).toMatchObject({ minutes: 60, times: { processing_minutes: 0 } });
  });

  test('is what is said of them, without waiting for which it is too short', () => {
    expect(own_terms).toBe('[["ana",70,null,null],["eva",null,95.5,"EUR"]]');
    expect(termsWith({ ...COLOUR, own_terms }, 'eva')).toMatchObject({ minutes: 105, price: 95.5, currency: 'EUR' });
    expect(termsWith({ ...COLOUR, own_terms }, 'ana')).toMatchObject({
      ...{ minutes: 70, price: 80, times: { processing_after: 0, processing_minutes: 0, buffer_after: 10 } },
    });
  });

  test.each([
    '[["ana",70]]',
    '[["ana",7,null,null]]',
    '[["ana",0,null,null]]',
    '[["ana",1445,null,null]]',
    '[["ana",null,-1,"BGN"]]',
    '[["ana",null,1.005,"BGN"]]',
    '[["ana","70",null,null]]',
    '[["ana",70,null,null],["ana",null,5,"BGN"]]',
    '[["ana",70,null]]',
    '[["ana",null,5,null]]',
    '[["ana",70,null,"BGN"]]',
    '[["ana",null,5,"GBP"]]',
  ])('is not %s', (value) => {
    expect(() => canonical('own_terms', value)).toThrow('own_terms: format');
  });

  test('says nothing where all is the service’s own', () => {
    expect(canonical('own_terms', '[["ana",null,null,null]]')).toBeNull();
  });
});
