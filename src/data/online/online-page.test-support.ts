import type { BookingPage } from '#schemas/online.ts';

/** A page that is on, as `booking_page` answers of it. */
export const bookingPage = (more: Partial<BookingPage> = {}): BookingPage => ({
  ...{ slug: 'kadritsa', enabled: true, min_notice: 120, horizon: 60, step: null, cancel_until: 1440, approve: 'none' },
  ...{ ask_email: 'optional', show_prices: true, phone: null, address: null, about_bg: null, about_en: null },
  ...{ paused_until: null, live: true, missing: [], old_app_at: null, quota_at: null, silent: false, dark: [] },
  ...more,
});
