// @vitest-environment happy-dom
import { act, cleanup, render, screen } from '@testing-library/react';
import { useTranslation } from 'react-i18next';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { currentLanguage, followOtherTabs, i18n, MissingTextError, setLanguage, setSalonLanguage } from './i18n.ts';

function Words() {
  const { t } = useTranslation('common');
  return <p>{t('save')}</p>;
}

beforeEach(() => {
  localStorage.clear();
  setLanguage('en');
  localStorage.clear();
});
afterEach(cleanup);

describe('the app speaks', () => {
  it('the chosen language at once, says so on <html> and keeps the choice', async () => {
    render(<Words />);
    expect(screen.getByText('Save')).toBeDefined();
    await act(() => setLanguage('bg'));
    expect(screen.getByText('Запази')).toBeDefined();
    expect(document.documentElement.lang).toBe('bg');
    expect(localStorage.getItem('greben.language')).toBe('bg');
  });

  it('the salon’s language where this browser has not chosen', () => {
    setSalonLanguage('bg');
    expect(currentLanguage()).toBe('bg');
    setSalonLanguage('en');
    expect(currentLanguage()).toBe('en');
  });

  it('its own choice even if the salon speaks another', () => {
    setLanguage('en');
    setSalonLanguage('bg');
    expect(currentLanguage()).toBe('en');
  });

  it('what was chosen in another tab', async () => {
    followOtherTabs();
    render(<Words />);
    localStorage.setItem('greben.language', 'bg');
    act(() => {
      window.dispatchEvent(new StorageEvent('storage', { key: 'greben.language', newValue: 'bg' }));
    });
    expect(await screen.findByText('Запази')).toBeDefined();
  });

  it('up in tests when a text is missing', () => {
    const ask = i18n.t as (key: string) => string;
    expect(() => ask('common:no_such_text')).toThrow(MissingTextError);
  });
});
