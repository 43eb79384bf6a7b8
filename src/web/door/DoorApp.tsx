import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import type { Door } from '../../contract/door.ts';
import { formatDayMonth, formatTime, formatWeekday } from '../../shared/format.ts';
import { dayInIstanbul, hourMs } from '../../shared/time.ts';
import { paths } from '../adminPaths.ts';
import { withReturnTo } from '../paths.ts';
import { Button } from '../ui/Button.tsx';
import { Icon } from '../ui/Icon.tsx';
import { keepFocus } from '../ui/keepFocus.ts';
import { left, offline } from '../ui/moreIcons.ts';
import { CameraPane } from './CameraPane.tsx';
import { $answer, $contact, $door, $waiting, openDoor, serverNow } from './door.store.ts';
import { cameraIcon } from './door.ts';
import { keepDoorPage } from './keepDoorPage.ts';
import { PeopleList } from './PeopleList.tsx';
import './door.css';

/** The door of one event: who is expected, the camera, and what waits to be sent. */
export default function DoorApp() {
  const id = location.pathname.split('/')[3] ?? '';
  const { state, product, people, met, expected, entries } = useStore($door);
  const [isScanning, setScanning] = useState(false);
  const answer = useStore($answer);
  useEffect(() => openDoor(id), [id]);
  useEffect(() => keepDoorPage(), []);
  useEffect(keepFocus, []);
  useEffect(() => {
    if (product) document.title = `Kapı: ${product.title}`;
  }, [product]);
  const listed = people ?? met;
  return (
    <div className={isScanning || answer ? 'door door--scan' : 'door'}>
      <Head id={id} product={product} total={people?.length ?? expected} count={Object.keys(entries).length} />
      <Strip ended={state === 'ended'} />
      <main className="door__in">
        <div className="door__list">
          <State state={state} id={id} />
          {product && people && <Unexpected product={product} />}
          {(state === 'open' || state === 'ended') && !people && (
            <p className="note note--info">
              Adlar bu telefonda saklanmaz; bağlantı gelince görünür. Biletleri okutabilirsiniz, adı yalnızca okutulan
              bilet açar.
            </p>
          )}
          {product && listed.length > 0 && <PeopleList productId={id} people={listed} entries={entries} />}
          {people?.length === 0 && !product?.cancelled && (
            <p className="note note--info">Bu atölyeye henüz kimse katılmıyor.</p>
          )}
        </div>
        {product && <CameraPane isOpen={isScanning} setOpen={setScanning} />}
      </main>
      {product && (
        <div className="door__scan">
          <Button kind="accent" icon={cameraIcon} wide onClick={() => setScanning(true)}>
            Bilet okut
          </Button>
        </div>
      )}
    </div>
  );
}

interface HeadProps {
  id: string;
  product: Door['product'] | undefined;
  total: number;
  count: number;
}

function Head({ id, product, total, count }: HeadProps) {
  return (
    <header className="door__bar on-dark">
      <a className="round" href={paths.adminParticipants(id)} aria-label="Katılımcılara dön">
        <Icon of={left} />
      </a>
      <div>
        <h1>{product?.title ?? 'Kapı'}</h1>
        {product && (
          <p>
            {formatDayMonth(product.date)} {formatWeekday(product.date)}, {formatTime(product.time)} ·{' '}
            {product.location}
          </p>
        )}
      </div>
      {product && (
        <>
          <p className="door__n">
            <b aria-hidden="true">
              {count}/{total}
            </b>
            <span aria-hidden="true">geldi</span>
            <span className="sr">
              {total} kişiden {count} kişi geldi
            </span>
          </p>
          <progress max={Math.max(total, 1)} value={count} aria-hidden="true" />
        </>
      )}
    </header>
  );
}

/** Says that there is no network, and how many scans wait. */
function Strip({ ended }: { ended: boolean }) {
  const contact = useStore($contact);
  const waiting = useStore($waiting);
  const wait = waiting > 0 && `${waiting} okutma bu telefonda bekliyor; bağlantı gelince kendiliğinden gönderilir.`;
  return (
    <div role="status">
      {(!contact || (ended && waiting > 0)) && (
        <div className="door__off on-dark">
          <Icon of={offline} />
          <span>
            <b>{ended ? 'Oturum sona erdi.' : 'İnternet yok, liste çalışıyor.'}</b> {wait}
          </span>
        </div>
      )}
    </div>
  );
}

/** Says that nobody comes to this door today: its event was called off, or is on a later day. */
function Unexpected({ product: { cancelled, date } }: { product: Door['product'] }) {
  if (cancelled) return <p className="note note--warn">Bu atölye iptal edildi.</p>;
  // The door of one that begins after midnight opens in the evening.
  if (date <= dayInIstanbul(new Date(serverNow().getTime() + 3 * hourMs))) return null;
  return (
    <p className="note note--warn">
      Bu atölye bugün değil, {formatDayMonth(date)} {formatWeekday(date)} günü.
    </p>
  );
}

function State({ state, id }: { state: string; id: string }) {
  if (state === 'loading') return <p role="status">Yükleniyor...</p>;
  if (state === 'missing') return <p className="note note--err">Bu atölye bulunamadı.</p>;
  if (state === 'offline')
    return (
      <p className="note note--warn">
        Bu liste bu telefonda henüz açılmadı. İnternet varken bir kez açın; sonra bağlantısız da çalışır.
      </p>
    );
  if (state !== 'ended') return null;
  return (
    <p className="note note--warn">
      <span>
        Oturumunuz sona erdi. Okutmalar bu telefonda güvende;{' '}
        <a href={withReturnTo(paths.login, paths.adminDoor(id))}>yeniden giriş yapınca</a> gönderilir.
      </span>
    </p>
  );
}
