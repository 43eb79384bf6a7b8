import { useEffect, useState } from 'react';
import type { WaitlistEntry } from '../../contract/waitlist.ts';
import { formatStart } from '../../shared/format.ts';
import { readReason } from '../http.ts';
import { paths } from '../paths.ts';
import { serverNow } from '../serverClock.ts';
import { Button } from '../ui/Button.tsx';
import { Icon } from '../ui/Icon.tsx';
import { right } from '../ui/icons.ts';
import { ErrorNote } from '../ui/States.tsx';
import { takeOffer } from '../waitlist/entryChanges.store.ts';
import { refreshWaitlist } from '../waitlist/waitlist.store.ts';
import { offerSentence, type TimeLeft, timeLeft } from '../waitlist/waitlist.ts';

/** How often the clock moves; it shows minutes. */
const tickMs = 10_000;
/** How often the server is asked about an offer whose time is over; its job runs as often. */
const askMs = 15_000;

/** Seats that are held for the person, with a clock. Once their time is over they cannot be taken any more. */
export function OfferCard({ entry, onDecline }: { entry: WaitlistEntry; onDecline: () => void }) {
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState('');
  const { event_title, quantity, location: place } = entry;
  const left = useTimeLeft(entry.offer_until as string);
  const { over } = left;
  async function take() {
    setBusy(true);
    setError('');
    try {
      await takeOffer(entry);
      location.assign(paths.cart);
    } catch (failure) {
      setError(`Yer sepete eklenemedi. ${readReason(failure, 'Bağlantınızı kontrol edin.')}`);
      await refreshWaitlist();
    }
    // Also where the page is left: Back may show it as it was.
    setBusy(false);
  }
  return (
    <article className="offer">
      <Clock left={left} />
      <div className="offer__head">
        <p className="kicker">{over ? 'Süresi doldu' : 'Sıra size geldi'}</p>
        <h2>{event_title}</h2>
      </div>
      <div className="offer__text">
        <p>
          {formatStart(entry)} · {place}
        </p>
        <p className="offer__until">{over ? 'Sizin için tutulan yer artık ayrılmış değil.' : offerSentence(entry)}</p>
        {error && <ErrorNote text={error} />}
        {!over && (
          <div className="offer__acts">
            <Button
              kind="accent"
              busy={busy}
              aria-label={`${quantity === 1 ? 'Yeri al' : `${quantity} yeri al`}: ${event_title}`}
              onClick={() => void take()}
            >
              {quantity === 1 ? 'Yeri al' : `${quantity} yeri al`} <Icon of={right} />
            </Button>
            <Button kind="line" aria-label={`Vazgeç: ${event_title}`} onClick={onDecline}>
              Vazgeç
            </Button>
          </div>
        )}
      </div>
    </article>
  );
}

/** Counts down to the end of an offer, then asks the server until it has ended it. */
function useTimeLeft(until: string): TimeLeft {
  const [now, setNow] = useState(serverNow);
  const left = timeLeft(until, now);
  useEffect(() => {
    const wait = left.over ? askMs : Math.min(tickMs, Date.parse(until) - now.getTime());
    const timer = setTimeout(() => {
      setNow(serverNow());
      if (serverNow() >= new Date(until)) void refreshWaitlist();
    }, wait);
    return () => clearTimeout(timer);
  }, [now, until, left.over]);
  return left;
}

function Clock({ left }: { left: TimeLeft }) {
  return (
    <div className="clock" role="timer" aria-label={`Teklifin bitmesine ${left.spoken}`}>
      <svg viewBox="0 0 100 100" aria-hidden="true">
        <circle className="clock__face" cx="50" cy="50" r="45" />
        {!left.over && (
          <circle className="clock__left" cx="50" cy="50" r="45" pathLength="1" strokeDasharray={`${left.share} 1`} />
        )}
      </svg>
      <b>{left.value}</b>
      <span>{left.unit}</span>
    </div>
  );
}
