import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import { formatDateTime } from '../../shared/format.ts';
import { Button } from '../ui/Button.tsx';
import { Icon } from '../ui/Icon.tsx';
import { alert, check } from '../ui/icons.ts';
import { ErrorNote, Loading } from '../ui/States.tsx';
import { $events, loadEvents, loadMoreEvents, type OwnEvent } from './securityEvents.store.ts';
import { eventNames, isSuspicious, refusalText } from './securityEvents.ts';

/** What happened to the account: sign-ins, failures, changes of what protects it. */
export function SecurityEventsSection() {
  const events = useStore($events);
  const [busy, setBusy] = useState(false);
  useEffect(() => void loadEvents(), []);
  async function showMore(): Promise<void> {
    setBusy(true);
    await loadMoreEvents();
    setBusy(false);
  }
  return (
    <section className="sheet" aria-labelledby="hareketler">
      <h2 className="profile__title" id="hareketler">
        Son hareketler
      </h2>
      <p>Son 180 günde hesabınızda olanlar. Tanımadığınız bir hareket görürseniz şifrenizi değiştirin.</p>
      {(events.state === 'idle' || events.state === 'loading') && <Loading shapes={['profile__skel']} />}
      {events.state === 'failed' && <ErrorNote text={events.message} onRetry={loadEvents} />}
      {events.state === 'loaded' && events.value.total === 0 && <p className="fine">Henüz bir hareket yok.</p>}
      {events.state === 'loaded' && events.value.total > 0 && (
        <>
          <ul className="sessions">
            {events.value.rows.map((event) => (
              <EventRow key={event.id} event={event} />
            ))}
          </ul>
          {events.value.rows.length < events.value.total && (
            <div className="profile__act">
              <Button kind="line" busy={busy} onClick={() => void showMore()}>
                Daha eskileri göster
              </Button>
            </div>
          )}
        </>
      )}
    </section>
  );
}

function EventRow({ event: { kind, device, outcome, at } }: { event: OwnEvent }) {
  const details = [device, refusalText(outcome)].filter(Boolean).join(', ');
  return (
    <li className="sessions__row">
      <Icon of={isSuspicious(kind) ? alert : check} />
      <div>
        <b>{eventNames[kind]}</b>
        {details && <p>{details}</p>}
      </div>
      <p>
        <time dateTime={at}>{formatDateTime(at)}</time>
      </p>
    </li>
  );
}
