/** The public page's start. It reads no session and opens no database; what it needs of the server are its functions for strangers. */
import './booking-styles.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { I18nextProvider } from 'react-i18next';
import { watchTheme } from '#ui/style/theme.ts';
import { bookingServer } from './booking-server.ts';
import { PageBoundary } from './page-boundary.tsx';
import { isFramed, slugOf, tellHeight } from './page-frame.ts';
import { PublicPage } from './public-page.tsx';
import { bookTexts, firstLanguage, showLanguage } from './texts.ts';

watchTheme();
const place = document.getElementById('root');
if (!place) throw new Error('index.html has no #root');
tellHeight(place);
// Where its texts do not come the page keeps its first sentence, which is in both languages.
await showLanguage(firstLanguage());
createRoot(place).render(
  <StrictMode>
    <I18nextProvider i18n={bookTexts}>
      <PageBoundary>
        <PublicPage slug={slugOf(location.pathname)} server={bookingServer} isFramed={isFramed()} />
      </PageBoundary>
    </I18nextProvider>
  </StrictMode>,
);
