import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import { formatDateTime } from '../../shared/format.ts';
import { Button } from '../ui/Button.tsx';
import { Icon } from '../ui/Icon.tsx';
import { alert, check } from '../ui/icons.ts';
import { Loaded } from '../ui/States.tsx';
import { ProfileSection } from './ProfileSection.tsx';
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
    <ProfileSection id="hareketler" title="Son hareketler">
      <p>Son 180 günde hesabınızda olanlar. Tanımadığınız bir hareket görürseniz şifrenizi değiştirin.</p>
      <Loaded of={events} shapes={['profile__skel']} onRetry={loadEvents}>
        {({ rows, total }) => (
          <>
            {total === 0 && <p className="fine">Henüz bir hareket yok.</p>}
            {total > 0 && (
              <ul className="sessions">
                {rows.map((event) => (
                  <EventRow key={event.id} event={event} />
                ))}
              </ul>
            )}
            {rows.length < total && (
              <div className="profile__act">
                <Button kind="line" busy={busy} onClick={() => void showMore()}>
                  Daha eskileri göster
                </Button>
              </div>
            )}
          </>
        )}
      </Loaded>
    </ProfileSection>
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
