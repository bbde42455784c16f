import { ArrowLeft } from 'lucide-react';
import { useContext, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate } from 'react-router-dom';
import { Button } from '#ui/button.tsx';
import { Page, TopbarSlot } from '#ui/page.tsx';
import { BrokenComb } from './broken-comb.tsx';
import { backTarget } from './guards.ts';

/** Exactly two ways out (document 1 §2): back to the matching list, and to the start. */
export function NotFoundPage() {
  const { t } = useTranslation('shell');
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const back = backTarget(pathname);
  const isInside = useContext(TopbarSlot) !== null;
  useEffect(() => {
    document.title = t('not_found.document_title');
    document.documentElement.scrollTop = 0;
  }, [t]);
  const middle = (
    <div className="flex flex-col items-center text-center [@media(min-height:40rem)]:-mt-10 md:[@media(min-height:40rem)]:-mt-20">
      <BrokenComb />
      <p className="mt-8 font-semibold text-ink-3">404</p>
      {isInside ? null : <h1 className="mt-1 text-2xl">{t('not_found.title')}</h1>}
      <p className="mt-3 max-w-sm text-base text-ink-2">{t('not_found.text')}</p>
      <div className="mt-7 flex flex-wrap justify-center gap-3">
        <Button size="lg" breaks icon={<ArrowLeft className="i" aria-hidden="true" />} onClick={() => navigate(back)}>
          {t(back === '/' ? 'not_found.back' : `not_found.back_${back.slice(1)}`)}
        </Button>
        <Button size="lg" breaks variant="primary" onClick={() => navigate('/')}>
          {t('not_found.dashboard')}
        </Button>
      </div>
    </div>
  );
  if (!isInside) return <main className="grid flex-1 place-items-center px-4">{middle}</main>;
  return (
    <Page title={t('not_found.title')} documentTitle={t('not_found.document_title')} className="grid place-items-center">
      {middle}
    </Page>
  );
}
