import { useState } from 'react';
import type { Order } from '../../contract/orders.ts';
import { formatStart } from '../../shared/format.ts';
import { joinName } from '../../shared/names.ts';
import { formatUntil } from '../../shared/until.ts';
import { readReason } from '../http.ts';
import { Button } from '../ui/Button.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import { copy, share } from '../ui/paymentIcons.ts';
import { ErrorNote } from '../ui/States.tsx';
import { canShare, type ShareOutcome, shareOrCopy } from '../ui/share.ts';
import { ownSeats } from './orders.ts';
import { makeTransfer, withdrawTransfer } from './seatChanges.store.ts';

/** Makes a link that hands one seat on, to be sent by whatever way. */
export default function TransferDialog({ order, onClose }: { order: Order; onClose: () => void }) {
  const people = ownSeats(order);
  const [position, setPosition] = useState(people.length === 1 ? people[0]?.position : undefined);
  const [link, setLink] = useState<{ url: string; expires_at: string }>();
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState('');
  const seat = people.find((each) => each.position === position);
  const until = seat && (link?.expires_at ?? seat.transfer_until ?? undefined);

  function choose(next: number) {
    setPosition(next);
    setLink(undefined);
    setError('');
  }
  async function run(work: () => Promise<void>) {
    setBusy(true);
    setError('');
    try {
      await work();
    } catch (failure) {
      setError(readReason(failure, 'Bağlantınızı kontrol edip tekrar deneyin.'));
    }
    setBusy(false);
  }
  const make = () => run(async () => setLink(await makeTransfer(order, position as number)));
  const withdraw = () =>
    run(async () => {
      await withdrawTransfer(order, position as number);
      setLink(undefined);
    });

  const foot = (
    <>
      {until && (
        <Button kind="quiet" className="btn--err" busy={busy} onClick={() => void withdraw()}>
          Bağlantıyı geri al
        </Button>
      )}
      <Button kind="line" onClick={onClose}>
        Kapat
      </Button>
    </>
  );
  return (
    <Dialog
      onClose={onClose}
      title="Yerinizi devredin"
      lead={`${order.event_title}, ${formatStart(order)}`}
      foot={foot}
    >
      {(people.length > 1 || (people.length > 0 && !seat)) && (
        // The link that is on its way belongs to the seat it was asked for.
        <fieldset className="pick" disabled={busy}>
          <legend className="sr">Kimin yeri?</legend>
          {people.map(({ position: each, transfer_until, ...person }) => (
            <label className="way" key={each}>
              <input type="radio" name="kim" checked={each === position} onChange={() => choose(each)} />
              <b>{joinName(person) || `${each}. katılımcı`}</b>
              {transfer_until && <small>Bağlantısı hazır, henüz kullanılmadı.</small>}
            </label>
          ))}
        </fieldset>
      )}
      {seat && (
        <div className="back">
          {link ? (
            <LinkToSend url={link.url} title={order.event_title} />
          ) : (
            <>
              <p>
                {until
                  ? 'Bu yer için bir bağlantınız var. Yenisini alırsanız önceki geçersiz olur.'
                  : 'Yerinizi alacak kişiye göndereceğiniz bir bağlantı hazırlayın.'}
              </p>
              <Button kind={until ? 'line' : 'accent'} busy={busy} onClick={() => void make()}>
                {until ? 'Yeni bağlantı al' : 'Bağlantı al'}
              </Button>
            </>
          )}
        </div>
      )}
      {!seat && people.length > 0 && <p>Önce kimin yerini devredeceğinizi seçin.</p>}
      {error && <ErrorNote text={`İşlem yapılamadı. ${error}`} />}
      <p className="fine">
        {until
          ? `${formatUntil(until)} geçerlidir ve bir kez kullanılır.`
          : 'Bağlantı, başlamasına bir saat kalana kadar geçerlidir ve bir kez kullanılır.'}{' '}
        O kişi adını ve e-postasını yazınca yer onun olur, önceki bilet geçersizleşir ve size haber veririz.
        Kullanılmadıkça geri alabilirsiniz.
      </p>
    </Dialog>
  );
}

function LinkToSend({ url, title }: { url: string; title: string }) {
  const [shared, setShared] = useState<ShareOutcome>();
  const send = async (way: 'share' | 'copy') =>
    setShared(await shareOrCopy(way, { url, title, text: `“${title}” için yerimi sana devrediyorum:` }));
  return (
    <>
      <p>Bu bağlantıyı yerinizi alacak kişiye gönderin</p>
      <p className="back__url">{url}</p>
      <div className="back__acts">
        {canShare() && (
          <Button kind="accent" icon={share} onClick={() => void send('share')}>
            Gönder
          </Button>
        )}
        <Button kind={canShare() ? 'line' : 'accent'} icon={copy} onClick={() => void send('copy')}>
          Kopyala
        </Button>
      </div>
      <p role="status">
        {shared === 'copied' && 'Bağlantı kopyalandı.'}
        {shared === 'failed' && 'Kopyalanamadı. Bağlantıyı seçip kendiniz kopyalayın.'}
      </p>
    </>
  );
}
