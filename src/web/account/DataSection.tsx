import { useState } from 'react';
import { Button } from '../ui/Button.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import { Icon } from '../ui/Icon.tsx';
import { download, trash } from '../ui/icons.ts';
import { ErrorNote } from '../ui/States.tsx';
import { saveFile } from '../ui/saveFile.ts';
import { toast } from '../ui/toast.ts';
import { checkCurrentPassword } from './account.ts';
import { CurrentPasswordField } from './CurrentPasswordField.tsx';
import { HiddenUsernameField } from './NewPasswordField.tsx';
import { eraseAccount, exportData } from './profile.store.ts';
import { useForm } from './useForm.ts';

const saveCopy = (text: string) => saveFile('verilerim.json', text, 'application/json');

/** Exports everything stored about the user, and erases the account. */
export function DataSection({ email }: { email: string }) {
  const [busy, setBusy] = useState(false);
  const [open, setOpen] = useState<'copy' | 'erase'>();
  const close = () => setOpen(undefined);

  async function exportCopy(): Promise<void> {
    setBusy(true);
    const outcome = await exportData(undefined, saveCopy);
    setBusy(false);
    if ('done' in outcome) return;
    if (outcome.asksPassword) setOpen('copy');
    else toast({ text: outcome.message ?? '', tone: 'err' });
  }

  return (
    <section className="sheet stack" aria-labelledby="veriler">
      <h2 className="profile__title" id="veriler">
        Verilerim
      </h2>
      <p>Hakkınızda tuttuğumuz her şeyi tek bir dosyada indirebilir ya da hesabınızı tamamen silebilirsiniz.</p>
      <div className="profile__act">
        <Button kind="line" busy={busy} onClick={exportCopy}>
          <Icon of={download} />
          Verilerimi indir
        </Button>
        <Button kind="quiet" className="btn--danger" onClick={() => setOpen('erase')}>
          <Icon of={trash} />
          Hesabımı sil
        </Button>
      </div>
      <CopyDialog email={email} open={open === 'copy'} onClose={close} />
      <EraseDialog email={email} open={open === 'erase'} onClose={close} />
    </section>
  );
}

/** Asks for the current password before the export if the sign-in was too long ago. */
function CopyDialog({ email, open, onClose }: { email: string; open: boolean; onClose: () => void }) {
  const { form, submit, problem } = useForm({
    check: checkCurrentPassword,
    async send({ current_password }) {
      const outcome = await exportData(current_password, saveCopy);
      if (!('done' in outcome)) return outcome;
      toast({ text: outcome.done });
      onClose();
    },
  });
  const foot = (
    <>
      <Button kind="line" onClick={onClose}>
        Vazgeç
      </Button>
      <Button {...submit} form="kopya">
        Verilerimi indir
      </Button>
    </>
  );
  return (
    <Dialog open={open} onClose={onClose} title="Verilerinizi indirin" foot={foot}>
      <p>Dosyada yalnızca size ait bilgiler var. Güvenliğiniz için önce mevcut şifrenizi girin.</p>
      <form className="form" id="kopya" {...form}>
        <HiddenUsernameField email={email} />
        <CurrentPasswordField error={problem.fields.current_password} />
        {problem.message && <ErrorNote text={problem.message} />}
      </form>
    </Dialog>
  );
}

function EraseDialog({ email, open, onClose }: { email: string; open: boolean; onClose: () => void }) {
  const [asks, setAsks] = useState(false);
  const { form, submit, problem } = useForm({
    async send({ current_password }) {
      const outcome = await eraseAccount(current_password || undefined);
      // The session is over then, and the guard of the page leads home.
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
