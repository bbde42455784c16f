import { describe, expect, it } from 'vitest';
import { findProducts, findServices } from './find-offer.ts';

const service = (name: string, name_en: string | null = null) => ({ name, name_bg: name, name_en });
const SERVICES = [
  service('Сешоар', 'Blow-dry'),
  service('Балеаж', 'Balayage'),
  service('Мъжко подстригване'),
  service('Подстригване'),
];
const services = (query: string) => findServices(SERVICES, query).services.map(({ name }) => name);
const isService = (query: string) => findServices(SERVICES, query).isService;

describe('The services that the search shows', () => {
  it('are found in either language and script, those that begin so first', () => {
    expect(services('бал')).toEqual(['Балеаж']);
    expect(services('baleaj')).toEqual(['Балеаж']);
    expect(services('blow')).toEqual(['Сешоар']);
    expect(services('подстр')).toEqual(['Мъжко подстригване', 'Подстригване']);
    expect(services('стриг')).toEqual(['Мъжко подстригване', 'Подстригване']);
    expect(services('подстр мъж')).toEqual(['Мъжко подстригване']);
    expect(services(' ')).toEqual([]);
    expect(services('Мария')).toEqual([]);
  });

  it('say whether the words are a service’s and hardly a person’s', () => {
    expect(isService('балеаж')).toBe(true);
    expect(isService('мъжко под')).toBe(true);
    expect(isService('ба')).toBe(false); // Балканска
    expect(isService('стриг')).toBe(false);
    expect(isService('мъжко Иванов')).toBe(false);
  });
});

describe('The products that the search shows', () => {
  const products = [
    { name: 'Тонер перла', barcode: '0850018800012' },
    { name: 'Шампоан за боядисана коса 500 ml', barcode: null },
    { name: 'Боя 7.1', barcode: null },
  ];
  const found = (query: string) => findProducts(products, query).map(({ name }) => name);

  it('are found by name, those that begin so first, and by their barcode', () => {
    expect(found('боя')).toEqual(['Боя 7.1', 'Шампоан за боядисана коса 500 ml']);
    expect(found('shampoan 500')).toEqual(['Шампоан за боядисана коса 500 ml']);
    expect(found('850018800012')).toEqual(['Тонер перла']);
    expect(found('85')).toEqual([]);
    expect(found('')).toEqual([]);
  });
});
