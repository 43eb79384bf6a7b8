import { type SubmitEvent, useState } from 'react';
import { CodeField } from '../../account/CodeField.tsx';
import { StorageError } from '../../account/device.ts';
import { errorCode, signInFailed } from '../../account/problem.ts';
import { signIn } from '../../account/session.store.ts';
import { paths } from '../../paths.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { Field } from '../../ui/Field.tsx';
import { ErrorNote } from '../../ui/States.tsx';
import { lastAdminEmail } from '../access.store.ts';
import { errorMessage } from '../calls.ts';
import { confirm } from '../confirm.store.ts';
import { leaveAdmin } from '../leave.store.ts';

/** Asks an admin whose session ended to sign in again over the screen, so that nothing typed is lost. */
export function SignInDialog({ open }: { open: boolean }) {
  const [failure, setFailure] = useState<string>();
  const [busy, setBusy] = useState(false);
  const [asksCode, setAsksCode] = useState(false);
  if (!open) return null;

  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    setBusy(true);
    setFailure(undefined);
    const text = (name: string) => form.get(name)?.toString();
    const credentials = { email: text('email') ?? '', password: text('password') ?? '', otp: text('otp') };
    await signIn(credentials).catch((error) => {
      if (errorCode(error) === 'otp_required') setAsksCode(true);
      else setFailure(error instanceof StorageError ? error.message : errorMessage(error, signInFailed));
    });
    setBusy(false);
  };
  const leave = async () => {
    const sure = await confirm({
      title: 'Giriş yapmadan ayrılmak istiyor musunuz?',
      text: 'Kaydedilmemiş değişiklikler bu cihazda taslak olarak kalır.',
      yes: 'Ayrıl',
      no: 'Giriş yap',
    });
    if (sure) leaveAdmin(paths.login);
  };
  return (
    <Dialog
      title="Oturumunuz sona erdi"
      lead="Kaldığınız yerden devam etmek için yeniden giriş yapın. Yazdıklarınız yerinde duruyor."
      onClose={leave}
      foot={
        <Button type="submit" form="yeniden-giris" kind="accent" busy={busy}>
          Giriş yap
        </Button>
      }
    >
      <form className="form" id="yeniden-giris" method="post" onSubmit={submit}>
        {failure && <ErrorNote text={failure} />}
        <Field
          label="E-posta"
          name="email"
          type="email"
          autoComplete="username"
          defaultValue={lastAdminEmail()}
          required
        />
        <Field label="Şifre" name="password" type="password" autoComplete="current-password" required data-focus />
        {asksCode && <CodeField autoFocus />}
      </form>
    </Dialog>
  );
}
