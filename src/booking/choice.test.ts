import { describe, expect, it } from 'vitest';
import type { PublicService } from '#schemas/online.ts';
import { choicesOfWhom, extentOf, inGroups, type PublicOffer, servicesChosen } from './choice.ts';

const service = (id: string, more: Partial<PublicService> = {}): PublicService => ({
  ...{
    id,
    name_bg: id,
    name_en: id,
    category: null,
    minutes: 60,
    price: 30,
    currency: 'EUR',
    offered_by: ['maria', 'desi'],
    own: [],
  },
  ...more,
});
const cut = service('cut', { minutes: 45, own: [{ resource: 'desi', minutes: 60, price: 35, currency: 'EUR' }] });
const nails = service('nails', { price: 25, offered_by: ['cveti'] });
const EMPLOYEES = ['maria', 'desi', 'cveti'].map((id) => ({ id, name: id }));
const offer = (any: boolean): PublicOffer => ({ services: [cut, nails], employees: EMPLOYEES, any });
const who = (any: boolean, ...services: PublicService[]) => choicesOfWhom(offer(any), services).map((one) => one?.id ?? 'anyone');

it('services stand in the order in which they were chosen, without those that the salon has taken out', () => {
  expect(servicesChosen(offer(true), ['nails', 'gone', 'cut'])).toEqual([nails, cut]);
});

describe('whom one can choose', () => {
  it('is everybody who does it, and whoever is free where the salon lets that be chosen', () => {
    expect(who(true, cut)).toEqual(['anyone', 'maria', 'desi']);
    expect(who(false, cut)).toEqual(['maria', 'desi']);
  });

  it('is for services of different people whoever is free alone', () => {
    expect(who(true, cut, nails)).toEqual(['anyone']);
    expect(who(false, cut, nails)).toEqual([]);
  });

  it('is nobody for a service that nobody does', () => {
    expect(who(true, service('none', { offered_by: [] }))).toEqual([]);
  });
});

describe('how long it takes and what it costs', () => {
  it('is with one employee what that one takes', () => {
    expect(extentOf([cut], 'desi')).toEqual({
      minutes: [60, 60],
      price: { least: [{ amount: 35, currency: 'EUR' }], isFrom: false },
    });
    expect(extentOf([cut, nails], 'maria').minutes).toEqual([105, 105]);
  });

  it('is with whoever is free from the least on', () => {
    expect(extentOf([cut], null)).toEqual({
      minutes: [45, 60],
      price: { least: [{ amount: 30, currency: 'EUR' }], isFrom: true },
    });
    expect(extentOf([nails], null).price).toEqual({ least: [{ amount: 25, currency: 'EUR' }], isFrom: false });
  });

  it('adds no two currencies, and compares none', () => {
    const lev = service('lev', { price: 20, currency: 'BGN' });
    expect(extentOf([nails, lev], null).price?.least).toEqual([
      { amount: 25, currency: 'EUR' },
      { amount: 20, currency: 'BGN' },
    ]);
    const mixed = service('mixed', { own: [{ resource: 'desi', minutes: 60, price: 50, currency: 'BGN' }] });
    expect(extentOf([mixed], null).price).toBeNull();
    expect(extentOf([mixed], 'desi').price?.least).toEqual([{ amount: 50, currency: 'BGN' }]);
  });

  it('says no price where the salon shows none, nor a part of one', () => {
    const hidden = service('hidden', { price: null, currency: null });
    expect(extentOf([hidden], null).price).toBeNull();
    expect(extentOf([nails, hidden], null).price).toBeNull();
    expect(extentOf([], null)).toEqual({ minutes: [0, 0], price: null });
  });
});

it('services stand in their groups, those without one at the end', () => {
  const hair = service('wash', { category: 'Hair' });
  const groups = inGroups([nails, hair, cut, service('colour', { category: 'Hair' })]);
  expect(groups.map(({ name, services }) => [name, services.map(({ id }) => id)])).toEqual([
    ['Hair', ['wash', 'colour']],
    [null, ['nails', 'cut']],
  ]);
});
