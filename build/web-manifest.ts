/**
 * The web manifest: the installed app's name, icons, shortcuts and screenshots for the system. A manifest has one language; the
 * descriptions below the screenshots are in both.
 */
import type { ManifestOptions } from 'vite-plugin-pwa';

const icon = (src: string, size: number, purpose?: 'maskable') => ({
  src,
  sizes: `${size}x${size}`,
  type: 'image/png',
  ...(purpose ? { purpose } : {}),
});

const shortcut = (name: string, url: string) => ({ name, url, icons: [icon('/icons/icon-192.png', 192)] });

export const WEB_MANIFEST: Partial<ManifestOptions> = {
  id: '/',
  name: 'Гребен',
  short_name: 'Гребен',
  description: 'Рецепцията на салона, която работи и без интернет. · The salon front desk that works without the internet.',
  lang: 'bg',
  dir: 'ltr',
  start_url: '/',
  scope: '/',
  display: 'standalone',
  display_override: ['standalone', 'minimal-ui'],
  // A second start leads to the window that is open: two of them would show the same salon.
  launch_handler: { client_mode: ['navigate-existing', 'auto'] },
  orientation: 'any',
  background_color: '#f6f4f0',
  theme_color: '#005a69',
  categories: ['business', 'productivity'],
  icons: [
    icon('/icons/icon-192.png', 192),
    icon('/icons/icon-512.png', 512),
    icon('/icons/icon-maskable-512.png', 512, 'maskable'),
    { src: '/icons/mark-mono.svg', sizes: 'any', type: 'image/svg+xml', purpose: 'monochrome' },
  ],
  shortcuts: [shortcut('Нов час', '/calendar/add'), shortcut('Днес', '/calendar'), shortcut('Клиенти', '/clients')],
  screenshots: [
    {
      src: '/screenshots/day.png',
      sizes: '1440x900',
      type: 'image/png',
      form_factor: 'wide',
      label: 'Денят: по колона за всеки служител · The day: one column for each employee',
    },
    {
      src: '/screenshots/phone.png',
      sizes: '780x1688',
      type: 'image/png',
      form_factor: 'narrow',
      label: 'Денят на телефон · The day on a phone',
    },
  ],
};
