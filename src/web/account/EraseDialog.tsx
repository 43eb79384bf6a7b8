import { useEffect, useState } from 'react';
import type { UpcomingSeats } from '../../contract/privacy.ts';
import { formatStart } from '../../shared/format.ts';
import { removeKeptTickets } from '../tickets/keptTickets.ts';
import { Button } from '../ui/Button.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import { ErrorNote } from '../ui/States.tsx';
import { CurrentPasswordField } from './CurrentPasswordField.tsx';
import { HiddenUsernameField } from './NewPasswordField.tsx';
import { eraseAccount, loadUpcomingSeats } from './ownData.store.ts';
import { leaveSession } from './session.store.ts';
import { useForm } from './useForm.ts';

/** Asks before the account is erased, naming the seats that are lost with it, and says when it is done. */
export default function EraseDialog({ email, onClose }: { email: string; onClose: () => void }) {
  const [upcoming, setUpcoming] = useState<UpcomingSeats>([]);
  const [asks, setAsks] = useState(false);
  const [done, setDone] = useState('');
  useEffect(() => void loadUpcomingSeats().then(setUpcoming), []);
  const { form, submit, problem } = useForm({
    async send({ current_password }) {
      const outcome = await eraseAccount(current_password || undefined);
      if ('done' in outcome) {
        setDone(outcome.done);
        return;
      }
      if (outcome.asksPassword) setAsks(true);
      return outcome;
    },
  });
  if (done) {
    // Afterwards the page's guard leads home.
    const leave = () => void removeKeptTickets().then(leaveSession);
    const foot = <Button onClick={leave}>Ana sayfaya dön</Button>;
    return (
      <Dialog onClose={leave} title="Hesabınız silindi" foot={foot}>
        <p role="status">
          {done}
          {upcoming.length > 0 && ' Yaklaşan atölyelerdeki yerleriniz boşaltıldı.'}
        </p>
        <p className="quiet">Sitede dilediğiniz zaman hesapsız gezebilir, yeniden kayıt olabilirsiniz.</p>
      </Dialog>
    );
  }
  const foot = (
    <Button kind="accent" {...submit} form="sil">
      Hesabımı sil
    </Button>
  );
  return (
    <Dialog onClose={onClose} title="Hesabınız silinsin mi?" closeLabel="Vazgeç" foot={foot}>
      <p>
        Hesabınız, oturumlarınız, sepetiniz ve siparişlerinizdeki katılımcı adları hemen silinir. Siparişlerin kendisi,
        kişi bilgisi olmadan kayıtlarda kalır; devrettiğiniz yerler devralan kişilerde kalır. Bu işlem geri alınamaz.
      </p>
      {upcoming.length > 0 && (
        <div className="note note--info">
          <div>
            <p>Yaklaşan atölyelerdeki yerleriniz iptal edilir ve başkalarına açılır:</p>
            <ul>
              {upcoming.map(({ code, event_title, quantity, ...start }) => (
                <li key={`${code} ${event_title} ${start.date} ${start.time}`}>
                  {event_title}, {formatStart(start)} · {quantity} yer
                </li>
              ))}
            </ul>
            <p>Ödeme yaptıysanız iadesi için önce bize yazın: silindikten sonra size ulaşamayız.</p>
          </div>
        </div>
      )}
      <form className="form" id="sil" {...form}>
        <HiddenUsernameField email={email} />
        {asks && <CurrentPasswordField error={problem.fields.current_password} />}
        {problem.message && <ErrorNote text={problem.message} />}
      </form>
    </Dialog>
  );
}
