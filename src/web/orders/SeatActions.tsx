import { type ComponentType, useState } from 'react';
import type { Order } from '../../contract/orders.ts';
import { joinName } from '../../shared/names.ts';
import { serverNow } from '../serverClock.ts';
import { calendar, close } from '../ui/icons.ts';
import { lazyComponent } from '../ui/lazyComponent.tsx';
import { hand, pencil } from '../ui/paymentIcons.ts';
import { ErrorNote, LoadingStatus } from '../ui/States.tsx';
import { saveFile } from '../ui/saveFile.ts';
import { openChoice } from './cancellation.ts';
import { GhostButton } from './GhostButton.tsx';
import { hiddenNote, isTransferable, orderCalendarFile, ownSeats } from './orders.ts';

const Failed: ComponentType<{ onRetry: () => void }> = ({ onRetry }) => (
  <ErrorNote text="Açılamadı. Bağlantınızı kontrol edin." onRetry={onRetry} />
);
// Loaded with the first press: most visits of the orders change nothing.
const CancelDialog = lazyComponent(() => import('./CancelDialog.tsx'), LoadingStatus, Failed);
const TransferDialog = lazyComponent(() => import('./TransferDialog.tsx'), LoadingStatus, Failed);
const RenameDialog = lazyComponent(() => import('./RenameDialog.tsx'), LoadingStatus, Failed);

/** What the buyer can do about a coming line, and the choice that an event that moved gives. */
export function SeatActions({ order, paid }: { order: Order; paid: number }) {
  const [open, setOpen] = useState<'cancel' | 'transfer' | 'rename'>();
  const shut = () => setOpen(undefined);
  // Somebody may have ordered the same workshop twice.
  const of = `${order.event_title}, ${order.code}`;
  const notes = [hiddenNote(order), openChoice(order, serverNow())].filter((text) => text !== undefined);
  const mayRename = ownSeats(order).length > 0;
  const mayTransfer = mayRename && isTransferable(order, serverNow());
  const waitsForOther = mayTransfer ? order.participants.filter(({ transfer_until }) => transfer_until) : [];
  return (
    <>
      {notes.map((text) => (
        <p className="note note--warn" key={text}>
          {text}
        </p>
      ))}
      {waitsForOther.map((person) => (
        <p className="fine" key={person.position}>
          {joinName(person)} için devir bağlantısı açık, henüz kullanılmadı.
        </p>
      ))}
      <div className="ghosts">
        <GhostButton label="İptal et" of={of} icon={close} danger onClick={() => setOpen('cancel')} />
        {mayTransfer && <GhostButton label="Yerimi devret" of={of} icon={hand} onClick={() => setOpen('transfer')} />}
        {mayRename && <GhostButton label="Adı düzelt" of={of} icon={pencil} onClick={() => setOpen('rename')} />}
        <GhostButton
          label="Takvime ekle"
          of={of}
          icon={calendar}
          onClick={() => saveFile('atolye.ics', orderCalendarFile(order, serverNow()), 'text/calendar')}
        />
      </div>
      {open === 'cancel' && (
        <CancelDialog
          order={order}
          paid={paid}
          onClose={shut}
          onTransfer={mayTransfer ? () => setOpen('transfer') : undefined}
        />
      )}
      {open === 'transfer' && <TransferDialog order={order} onClose={shut} />}
      {open === 'rename' && <RenameDialog order={order} onClose={shut} />}
    </>
  );
}
