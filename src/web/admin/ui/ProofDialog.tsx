import { useStore } from '@nanostores/react';
import { CodeField } from '../../account/CodeField.tsx';
import { CurrentPasswordField } from '../../account/CurrentPasswordField.tsx';
import { useForm } from '../../account/useForm.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { ErrorNote } from '../../ui/States.tsx';
import { $proofRequest } from '../proof.store.ts';
import '../../styles/password.css';

/** Asks the admin for password and code before a change of what protects accounts (proof.store.ts). */
export function ProofDialog() {
  const request = useStore($proofRequest);
  return request ? <Form {...request} /> : null;
}

function Form({ asksCode, submit: sendProof, cancel }: NonNullable<ReturnType<typeof $proofRequest.get>>) {
  const { form, submit, problem } = useForm({
    send: ({ current_password, otp }) =>
      sendProof({ current_password: current_password || undefined, otp: otp || undefined }),
  });
  return (
    <Dialog
      onClose={cancel}
      title="Siz olduğunuzu doğrulayın"
      lead="Bu işlem hesapları korur, bu yüzden yeniden soruyoruz."
      closeLabel="Vazgeç"
      foot={
        <Button {...submit} form="dogrulama">
          Onayla
        </Button>
      }
    >
      <form className="form" id="dogrulama" {...form}>
        <CurrentPasswordField error={problem.fields.current_password} />
        {asksCode && <CodeField error={problem.fields.otp} />}
        {problem.message && <ErrorNote text={problem.message} />}
      </form>
    </Dialog>
  );
}
