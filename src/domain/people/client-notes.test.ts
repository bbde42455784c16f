import { describe, expect, test } from 'vitest';
import { sortNotes } from './client-notes.ts';

describe('The notes of a client', () => {
  test('are important where somebody marked a line, or where they speak of an allergy', () => {
    expect(sortNotes('Пие чай.\n! Не понася шум\n!! Плаща майка ѝ\nБоя 7.1. Алергия към амоняк! Идва с куче.')).toEqual({
      important: ['Не понася шум', 'Плаща майка ѝ', 'Алергия към амоняк!'],
      rest: 'Пие чай.\nБоя 7.1. Идва с куче.',
    });
    expect(sortNotes('Allergic to latex')).toEqual({ important: ['Allergic to latex'], rest: '' });
  });

  test('are otherwise as they were written, and a mark alone says nothing', () => {
    expect(sortNotes('Обича 7.1!\n\nИдва рано.')).toEqual({ important: [], rest: 'Обича 7.1!\n\nИдва рано.' });
    expect(sortNotes('!\n ! ')).toEqual({ important: [], rest: '' });
    expect(sortNotes(null)).toEqual({ important: [], rest: '' });
  });
});
