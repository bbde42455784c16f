import { Monitor, Moon, Sun } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Segmented } from '#ui/segmented.tsx';
import { setTheme, type Theme, useTheme } from '#ui/theme.ts';

const ICONS = { light: Sun, dark: Moon, system: Monitor } as const;

export function ThemeSwitch() {
  const { t } = useTranslation('profile');
  const themes: readonly Theme[] = ['light', 'dark', 'system'];
  return (
    <Segmented
      label={t('theme')}
      className="flex-wrap"
      value={useTheme()}
      options={themes.map((value) => {
        const Icon = ICONS[value];
        return { value, label: t(`theme_${value}`), icon: <Icon className="i i-sm" aria-hidden="true" /> };
      })}
      onChange={setTheme}
    />
  );
}
