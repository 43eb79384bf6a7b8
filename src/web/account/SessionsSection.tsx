import { useStore } from '@nanostores/react';
import { useState } from 'react';
import { formatDateTime } from '../../shared/format.ts';
import { Button } from '../ui/Button.tsx';
import { Icon } from '../ui/Icon.tsx';
import { device } from '../ui/icons.ts';
import { ErrorNote, Loading } from '../ui/States.tsx';
import { toast } from '../ui/toast.ts';
import { $sessions, endSession, loadSessions, type OpenSession } from './profile.store.ts';

/** The account's open sessions. All but the present one can be ended. */
export function SessionsSection() {
  const sessions = useStore($sessions, { ssr: 'initial' });
  return (
    <section className="sheet" aria-labelledby="oturumlar">
      <h2 className="profile__title" id="oturumlar">
        Açık oturumlar
      </h2>
      {(sessions.state === 'idle' || sessions.state === 'loading') && <Loading shapes={['profile__skel']} />}
      {sessions.state === 'failed' && <ErrorNote text={sessions.message} onRetry={loadSessions} />}
      {sessions.state === 'loaded' && (
        <ul className="sessions">
          {sessions.value.map((session) => (
            <SessionRow key={session.id} session={session} />
          ))}
        </ul>
      )}
    </section>
  );
}

function SessionRow({ session: { id, device: name, current, last_used_at } }: { session: OpenSession }) {
  const [busy, setBusy] = useState(false);
  async function end(): Promise<void> {
    setBusy(true);
    const failed = await endSession(id);
    setBusy(false);
    toast(failed ? { text: failed, tone: 'err' } : { text: 'Oturum kapatıldı.' });
  }
  return (
    <li className="sessions__row">
      <Icon of={device} />
      <div>
        <b>{name || 'Bilinmeyen cihaz'}</b>
        <p>{current ? 'Şu an kullandığınız oturum' : `Son kullanım: ${formatDateTime(last_used_at)}`}</p>
      </div>
      {current ? (
        <span className="pill pill--ok">Bu cihaz</span>
      ) : (
        <Button kind="line" busy={busy} onClick={end} aria-label={`Oturumu kapat: ${name}`}>
          Oturumu kapat
        </Button>
      )}
    </li>
  );
}
