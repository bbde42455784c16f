import { ExternalLink } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '#i18n/use-language.ts';
import type { PublicBooking, PublicSalon } from '#schemas/online.ts';
import { Button } from '#ui/page/button.tsx';
import { BookingFlow, type MadeBooking } from './booking-flow.tsx';
import type { BookingServer } from './booking-server.ts';
import { CallSalon } from './call-salon.tsx';
import { FailedCall } from './failed-call.tsx';
import { changeLink, tokenOf } from './page-frame.ts';
import { LanguageButton, SalonHead, salonName } from './salon-head.tsx';
import { untilText } from './shown.ts';
import { StepCard } from './step-card.tsx';
import { type Called, useCall } from './use-call.ts';
import { VisitPage } from './visit-page.tsx';
import { Waiting } from './waiting.tsx';

interface PublicPageProps {
  slug: string;
  server: BookingServer;
  isFramed: boolean;
}

/** A booking that was made on this page just now. */
interface Made {
  readonly token: string;
  readonly asked: string;
  /** As the answer says it, until the server has been asked for it. */
  readonly visit: PublicBooking;
}

/** `/b/<slug>`: the salon for whoever wants an appointment, or already has one and comes by its link. */
export function PublicPage({ slug, server, isFramed }: PublicPageProps) {
  const { called, again } = useCall(slug, () => server.salon(slug));
  const [token, setToken] = useLinkToken();
  const [made, setMade] = useState<Made | null>(null);
  const salon = called.state === 'ready' ? called.value : null;
  useEffect(() => {
    // A former address leads on: what is copied from the bar is the one that stays.
    if (salon && salon.slug !== slug) history.replaceState(history.state, '', `/b/${salon.slug}${location.hash}`);
  }, [salon, slug]);

  const onMade = (booked: MadeBooking) => {
    const key = booked.answer.token;
    if (key === null || salon === null) return;
    setMade({ token: key, asked: booked.asked, visit: visitOf(salon, booked) });
    setToken(key);
    // The address is the link from now on, but not in a frame: there the change page does nothing.
    if (!isFramed) history.replaceState(null, '', changeLink('', salon.slug, key));
    window.scrollTo({ top: 0 });
  };
  const another = () => {
    setMade(null);
    setToken(null);
    history.replaceState(null, '', `/b/${salon?.slug ?? slug}`);
    again();
  };
  if (token === null) return <Booking {...{ called, server, onMade }} onReload={again} />;
  const ofNow = made?.token === token ? made : null;
  if (isFramed && !ofNow) return <OnlyInWindow salon={salon} link={changeLink(location.origin, slug, token)} />;
  return <ByLink key={token} {...{ salon, server, token, isFramed, made: ofNow }} onAnother={another} />;
}

/** The key of the link in the address, also after somebody has put another one there; null for none. */
function useLinkToken(): [string | null, (token: string | null) => void] {
  const [token, setToken] = useState(() => tokenOf(location.hash));
  useEffect(() => {
    const changed = () => setToken(tokenOf(location.hash));
    window.addEventListener('hashchange', changed);
    return () => window.removeEventListener('hashchange', changed);
  }, []);
  return [token, setToken];
}

/** The visit as the answer to its booking says it. */
function visitOf(salon: PublicSalon, { answer, services, resource }: MadeBooking): PublicBooking {
  const now = new Date().toISOString();
  const start = answer.legs[0]?.start;
  const until = start && new Date(Date.parse(start) - salon.cancel_until * 60_000).toISOString();
  return {
    ...{ slug: salon.slug, name_bg: salon.name_bg, name_en: salon.name_en, zone: salon.zone, phone: salon.phone },
    ...{ address: salon.address, live: true, by: null, seen_at: null, language: salon.language },
    state: answer.state === 'requested' ? 'requested' : 'booked',
    change_until: until && until > now ? until : null,
    ...{ waits_for: answer.waits_for, until: answer.until, legs: answer.legs, made_at: now },
    services: [...services],
    resource,
  };
}

/** The page's own frame: whose page it is, and below it one thing. */
function Frame({ head, children }: { head: Parameters<typeof SalonHead>[0]['salon'] | null; children: ReactNode }) {
  const { t } = useTranslation('book');
  const language = useLanguage();
  const title = head ? t('document', { salon: salonName(head, language) }) : t('document_plain');
  useEffect(() => {
    document.title = title;
  }, [title]);
  return (
    <div className="mx-auto flex w-full max-w-[60rem] flex-col gap-4 px-3 pt-3 pb-6 md:px-6 md:pt-6">
      {head ? (
        <SalonHead salon={head} />
      ) : (
        <div className="self-end">
          <LanguageButton />
        </div>
      )}
      <main className="min-w-0">{children}</main>
    </div>
  );
}

const Narrow = ({ children }: { children: ReactNode }) => <div className="mx-auto w-full max-w-[40rem]">{children}</div>;

function Loading() {
  const { t } = useTranslation('book');
  return <Waiting>{t('loading')}</Waiting>;
}

/** In somebody else's frame a press may be meant for what lies over it: the link opens a window and does nothing else. */
function OnlyInWindow({ salon, link }: { salon: PublicSalon | null; link: string }) {
  const { t } = useTranslation('book');
  return (
    <Frame head={salon}>
      <StepCard title={t('yours_title')} focused={false}>
        <p className="mb-4">{t('frame_text')}</p>
        <a href={link} target="_blank" rel="noopener" className="btn btn-primary breaks">
          <ExternalLink className="i i-sm" aria-hidden="true" />
          {t('open_in_window')}
        </a>
      </StepCard>
    </Frame>
  );
}

interface ByLinkProps {
  salon: PublicSalon | null;
  server: BookingServer;
  token: string;
  isFramed: boolean;
  made: Made | null;
  onAnother: () => void;
}

/** A visit that the salon may still change is read again this often while somebody looks, ms. */
const AGAIN_MS = 60_000;

/** Reads the visit of a link, and reads it again as long as the salon's answer may change it. Reading changes nothing. */
function ByLink({ salon, server, token, isFramed, made, onAnother }: ByLinkProps) {
  const { t } = useTranslation('book');
  /** How often it was changed here. After that what stood here is not true any more, so that it goes before it is read. */
  const [changes, setChanges] = useState({ times: 0, isMoved: false });
  const { called, again } = useCall(`${token} ${changes.times}`, () => server.booking(token));
  const visit = called.state === 'ready' ? called.value : changes.times === 0 ? (made?.visit ?? null) : null;
  const isOpen = visit !== null && (visit.state === 'requested' || (visit.state === 'booked' && visit.seen_at === null));
  useEffect(() => {
    if (!isOpen) return undefined;
    const look = () => document.visibilityState === 'visible' && again();
    const timer = setInterval(look, AGAIN_MS);
    document.addEventListener('visibilitychange', look);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', look);
    };
  }, [isOpen, again]);
  return (
    <Frame head={visit ?? salon}>
      <Narrow>
        {visit ? (
          <VisitPage
            {...{ salon, visit, server, token, isFramed, onAnother }}
            madeFor={made?.asked ?? null}
            isMoved={changes.isMoved}
            onChanged={(isMoved) => setChanges(({ times }) => ({ times: times + 1, isMoved }))}
          />
        ) : called.state === 'failed' ? (
          <FailedCall why={called.why} onRetry={again} />
        ) : called.state === 'loading' ? (
          <Loading />
        ) : (
          <StepCard title={t('link_unknown_title')}>
            <p className="mb-4">{t('link_unknown')}</p>
            <div className="flex flex-wrap gap-2">
              <CallSalon phone={salon?.phone ?? null} />
              {salon ? (
                <Button breaks onClick={onAnother}>
                  {t('book_another')}
                </Button>
              ) : null}
            </div>
          </StepCard>
        )}
      </Narrow>
    </Frame>
  );
}

interface BookingProps {
  called: Called<PublicSalon | null>;
  server: BookingServer;
  onReload: () => void;
  onMade: (made: MadeBooking) => void;
}

function Booking({ called, server, onReload, onMade }: BookingProps) {
  const { t } = useTranslation('book');
  const salon = called.state === 'ready' ? called.value : null;
  return (
    <Frame head={salon}>
      {salon ? (
        <Bookable {...{ salon, server, onReload, onMade }} />
      ) : (
        <Narrow>
          {called.state === 'loading' ? (
            <Loading />
          ) : called.state === 'failed' ? (
            <FailedCall why={called.why} onRetry={onReload} />
          ) : (
            <StepCard title={t('not_found_title')} focused={false}>
              <p>{t('not_found')}</p>
            </StepCard>
          )}
        </Narrow>
      )}
    </Frame>
  );
}

function Bookable({ salon, server, onReload, onMade }: Omit<BookingProps, 'called'> & { salon: PublicSalon }) {
  const { t } = useTranslation('book');
  const language = useLanguage();
  const now = new Date().toISOString();
  if (salon.paused_until !== null && salon.paused_until > now) {
    return (
      <StepCard title={t('paused_title', { when: untilText(salon.paused_until, salon.zone, language, now) })} focused={false}>
        <p className="mb-4">{t('paused')}</p>
        <CallSalon phone={salon.phone} />
      </StepCard>
    );
  }
  if (salon.services.length === 0 || salon.employees.length === 0) {
    return (
      <StepCard title={t('nothing_title')} focused={false}>
        <p className="mb-4">{t('nothing')}</p>
        <CallSalon phone={salon.phone} />
      </StepCard>
    );
  }
  return <BookingFlow {...{ salon, server, onReload, onMade }} />;
}
