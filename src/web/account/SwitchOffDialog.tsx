import { Button } from '../ui/Button.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import { ErrorNote } from '../ui/States.tsx';
import { checkSecondFactorCode } from './account.ts';
import { CodeField } from './CodeField.tsx';
import { CurrentPasswordField } from './CurrentPasswordField.tsx';
import { HiddenUsernameField } from './NewPasswordField.tsx';
import { switchOff } from './secondFactor.store.ts';
import { useForm } from './useForm.ts';

interface Props {
  email: string;
  open: boolean;
  onClose: () => void;
  onDone: (message: string) => void;
}

/** Switches the second factor off, with the password and a code. */
export function SwitchOffDialog({ email, open, onClose, onDone }: Props) {
  const { form, submit, problem } = useForm({
    check: checkSecondFactorCode,
    async send({ current_password, otp = '' }) {
      const outcome = await switchOff(current_password || undefined, otp);
      if (!('done' in outcome)) return outcome;
      onDone(outcome.done);
      onClose();
    },
  });
  const foot = (
    <Button kind="accent" {...submit} form="iki-adim-kapat">
      İki adımlı girişi kapat
    </Button>
  );
  return (
    <Dialog open={open} onClose={onClose} title="İki adımlı giriş kapatılsın mı?" closeLabel="Vazgeç" foot={foot}>
      <p>Bundan sonra hesabınıza yalnızca şifrenizle girilir.</p>
      <form className="form" id="iki-adim-kapat" {...form}>
        <HiddenUsernameField email={email} />
        <CurrentPasswordField error={problem.fields.current_password} />
        <CodeField error={problem.fields.otp} />
        {problem.message && <ErrorNote text={problem.message} />}
      </form>
    </Dialog>
  );
}
