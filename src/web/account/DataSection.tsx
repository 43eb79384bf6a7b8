import { useState } from 'react';
import { Button } from '../ui/Button.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import { download, trash } from '../ui/icons.ts';
import { lazyComponent } from '../ui/lazyComponent.tsx';
import { ErrorNote } from '../ui/States.tsx';
import { saveFile } from '../ui/saveFile.ts';
import { toast } from '../ui/toast.ts';
import { checkCurrentPassword } from './account.ts';
import { CurrentPasswordField } from './CurrentPasswordField.tsx';
import { HiddenUsernameField } from './NewPasswordField.tsx';
import { type DataCopy, exportData } from './ownData.store.ts';
import { useForm } from './useForm.ts';

const EraseDialog = lazyComponent(
  () => import('./EraseDialog.tsx'),
  () => null,
  ({ onRetry }) => <ErrorNote text="Bu bölüm yüklenemedi." onRetry={onRetry} />,
);

const DataCopyDialog = lazyComponent(
  () => import('./DataCopyDialog.tsx'),
  () => null,
  () => null,
);

/** Exports everything stored about the user, and erases the account. */
export function DataSection({ email }: { email: string }) {
  const [busy, setBusy] = useState(false);
  const [open, setOpen] = useState<'copy' | 'erase'>();
  const [copy, setCopy] = useState<DataCopy>();
  const close = () => setOpen(undefined);

  function saveCopy(data: DataCopy): void {
    saveFile('verilerim.json', JSON.stringify(data, null, 2), 'application/json');
    setCopy(data);
  }

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
      <p>Hakkınızda tuttuğumuz her şeyi görüp tek bir dosyada indirebilir ya da hesabınızı tamamen silebilirsiniz.</p>
      <div className="profile__act">
        <Button kind="line" icon={download} busy={busy} onClick={exportCopy}>
          Verilerimi indir
        </Button>
        <Button kind="quiet" icon={trash} className="btn--err" onClick={() => setOpen('erase')}>
          Hesabımı sil
        </Button>
      </div>
      <CopyDialog email={email} open={open === 'copy'} onSave={saveCopy} onClose={close} />
      {copy && <DataCopyDialog copy={copy} onClose={() => setCopy(undefined)} />}
      {open === 'erase' && <EraseDialog email={email} onClose={close} />}
    </section>
  );
}

/** Asks for the current password before the export if the sign-in was too long ago. */
function CopyDialog({
  email,
  open,
  onSave,
  onClose,
}: {
  email: string;
  open: boolean;
  onSave: (copy: DataCopy) => void;
  onClose: () => void;
}) {
  const { form, submit, problem } = useForm({
    check: checkCurrentPassword,
    async send({ current_password }) {
      const outcome = await exportData(current_password, onSave);
      if (!('done' in outcome)) return outcome;
      onClose();
    },
  });
  const foot = (
    <Button {...submit} form="kopya">
      Verilerimi indir
    </Button>
  );
  return (
    <Dialog open={open} onClose={onClose} title="Verilerinizi indirin" closeLabel="Vazgeç" foot={foot}>
      <p>Dosyada yalnızca size ait bilgiler var. Güvenliğiniz için önce mevcut şifrenizi girin.</p>
      <form className="form" id="kopya" {...form}>
        <HiddenUsernameField email={email} />
        <CurrentPasswordField error={problem.fields.current_password} />
        {problem.message && <ErrorNote text={problem.message} />}
      </form>
    </Dialog>
  );
}
