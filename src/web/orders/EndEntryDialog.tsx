import { useState } from 'react';
import type { WaitlistEntry } from '../../contract/waitlist.ts';
import { formatStart } from '../../shared/format.ts';
import { Button } from '../ui/Button.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import { endEntry } from '../waitlist/entryChanges.store.ts';

/** Asks before a place in a line, or an offer, is given up for good. */
export function EndEntryDialog({ entry, onClose }: { entry: WaitlistEntry; onClose: () => void }) {
  const [busy, setBusy] = useState(false);
  const isOffer = entry.state === 'offered';
  async function end() {
    setBusy(true);
    if (await endEntry(entry)) onClose();
    else setBusy(false);
  }
  const foot = (
    <Button kind="accent" busy={busy} onClick={() => void end()}>
      {isOffer ? 'Yerden vazgeç' : 'Sıradan çık'}
    </Button>
  );
  return (
    <Dialog
      onClose={onClose}
      title={isOffer ? 'Yerden vazgeçiyor musunuz?' : 'Sıradan çıkıyor musunuz?'}
      lead={`${entry.event_title}, ${formatStart(entry)}`}
      closeLabel={isOffer ? 'Geri dön' : 'Sırada kal'}
      foot={foot}
    >
      <p>
        {isOffer
          ? 'Sizin için tutulan yer hemen sıradaki kişiye geçer. Fikrinizi değiştirirseniz sıraya en sondan girersiniz.'
          : 'Sıradaki yeriniz arkanızdaki kişiye geçer. Fikrinizi değiştirirseniz sıraya en sondan girersiniz.'}
      </p>
    </Dialog>
  );
}
