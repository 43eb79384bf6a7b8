import { useState } from 'react';
import { Button } from '../ui/Button.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import { Icon } from '../ui/Icon.tsx';
import { download, trash } from '../ui/icons.ts';
import { ErrorNote } from '../ui/States.tsx';
import { saveFile } from '../ui/saveFile.ts';
import { toast } from '../ui/toast.ts';
import { CurrentPasswordField } from './CurrentPasswordField.tsx';
import { HiddenUsernameField } from './NewPasswordField.tsx';
import { eraseAccount, exportData } from './profile.store.ts';
import { useForm } from './useForm.ts';

/** A copy of everything held about the user, and the end of it. */
export function DataSection({ email }: { email: string }) {
  const [busy, setBusy] = useState(false);
  const [asking, setAsking] = useState(false);

  async function takeCopy(): Promise<void> {
    setBusy(true);
    try {
      saveFile('verilerim.json', await exportData(), 'application/json');
    } catch {
      toast({ text: 'Verileriniz hazırlanamadı. Lütfen tekrar deneyin.', tone: 'err' });
    }
    setBusy(false);
  }

  return (
    <section className="sheet stack" aria-labelledby="veriler">
      <h2 className="profile__title" id="veriler">
        Verilerim
      </h2>
      <p>Hakkınızda tuttuğumuz her şeyi tek bir dosyada indirebilir ya da hesabınızı tamamen silebilirsiniz.</p>
      <div className="profile__act">
        <Button kind="line" busy={busy} onClick={takeCopy}>
          <Icon of={download} />
          Verilerimi indir
        </Button>
        <Button kind="quiet" className="btn--danger" onClick={() => setAsking(true)}>
          <Icon of={trash} />
          Hesabımı sil
        </Button>
      </div>
      <EraseDialog email={email} open={asking} onClose={() => setAsking(false)} />
    </section>
  );
}

function EraseDialog({ email, open, onClose }: { email: string; open: boolean; onClose: () => void }) {
  const [asks, setAsks] = useState(false);
  const { form, submit, problem } = useForm({
    async send({ current_password }) {
      const outcome = await eraseAccount(current_password || undefined);
      // Erased, the session is gone: the page's guard takes everybody home.
      if ('done' in outcome) return;
      if (outcome.asksPassword) setAsks(true);
      return outcome;
    },
  });
  const foot = (
    <>
      <Button kind="line" onClick={onClose}>
        Vazgeç
      </Button>
      <Button kind="accent" {...submit} form="sil">
        Hesabımı sil
      </Button>
    </>
  );
  return (
    <Dialog open={open} onClose={onClose} title="Hesabınız silinsin mi?" foot={foot}>
      <p>
        Hesabınız, oturumlarınız, sepetiniz ve siparişlerinizdeki katılımcı adları hemen silinir. Siparişlerin kendisi,
        kişi bilgisi olmadan kayıtlarda kalır. Bu işlem geri alınamaz.
      </p>
      <form className="form" id="sil" {...form}>
        <HiddenUsernameField email={email} />
        {asks && <CurrentPasswordField error={problem.fields.current_password} />}
        {problem.message && <ErrorNote text={problem.message} />}
      </form>
    </Dialog>
  );
}
