import { type ReactNode, useEffect, useState } from 'react';
import { paths, withReturnTo } from '../paths.ts';
import { Button } from '../ui/Button.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import { Field } from '../ui/Field.tsx';
import { PasswordField } from '../ui/PasswordField.tsx';
import { ErrorNote } from '../ui/States.tsx';
import { AccountReason } from './AccountReason.tsx';
import { AuthBox, FadeLink } from './AuthBox.tsx';
import { checkRegistration } from './account.ts';
import { useGuestsOnly, useReturnTo } from './hooks.ts';
import { NewPasswordField } from './NewPasswordField.tsx';
import { register } from './register.store.ts';
import { useForm } from './useForm.ts';

/** The success dialog leads to the sign-in screen after this time. */
const redirectAfterMs = 5000;

/** The register screen. `notice`: the link to the privacy notice. */
export function RegisterForm({ notice }: { notice?: ReactNode }) {
  const returnTo = useReturnTo();
  const [sentTo, setSentTo] = useState('');
  useGuestsOnly({ home: true });
  useEffect(() => {
    // Back restores the page from the sign-in screen: the form is shown, as its address may be mistyped.
    const showForm = ({ persisted }: PageTransitionEvent) => persisted && setSentTo('');
    addEventListener('pageshow', showForm);
    return () => removeEventListener('pageshow', showForm);
  }, []);
  const { form, submit, field, problem } = useForm({
    check: checkRegistration,
    async send(values) {
      const wrong = await register(values, returnTo);
      if (!wrong) setSentTo(values.email?.trim() ?? '');
      return wrong;
    },
  });
  return (
    <AuthBox kicker="Aramıza hoş geldiniz" title="Kayıt">
      <AccountReason returnTo={returnTo} />
      <form className="form" {...form}>
        <div className="form__row">
          <Field label="Ad" {...field('name')} autoComplete="given-name" maxLength={100} required />
          <Field label="Soyad" {...field('surname')} autoComplete="family-name" maxLength={100} required />
        </div>
        <Field label="E-posta" {...field('email')} type="email" autoComplete="username" required />
        <NewPasswordField label="Şifre" {...field('password')} required />
        <PasswordField label="Şifre (tekrar)" {...field('confirm')} autoComplete="new-password" required />
        <Field
          label="Telefon"
          {...field('phone_number')}
          type="tel"
          autoComplete="tel"
          optional
          placeholder="0532 000 00 00"
        />
        {notice}
        {problem.message && <ErrorNote text={problem.message} />}
        <Button {...submit} wide>
          Kayıt Ol
        </Button>
      </form>
      <p className="auth__foot">
        Zaten hesabınız var mı? <FadeLink href={withReturnTo(paths.login, returnTo)}>Giriş yapın</FadeLink>
      </p>
      <Registered email={sentTo} login={withReturnTo(paths.login, returnTo)} />
    </AuthBox>
  );
}

/** Says that the activation link was mailed, then leads to the sign-in screen. */
function Registered({ email, login }: { email: string; login: string }) {
  const open = email !== '';
  const leave = () => location.assign(login);
  useEffect(() => {
    if (!open) return;
    const timer = setTimeout(() => location.assign(login), redirectAfterMs);
    return () => clearTimeout(timer);
  }, [open, login]);
  return (
    <Dialog
      open={open}
      onClose={leave}
      title="Kaydınız alındı"
      foot={<Button onClick={leave}>Giriş sayfasına git</Button>}
    >
      <p role="status">
        Hesabınızı etkinleştirmek için <b>{email}</b> adresine gönderdiğimiz bağlantıya tıklayın ve açılan sayfada
        şifrenizi girin. E-posta birkaç dakika içinde gelmezse gereksiz posta klasörünüze de bakın.
      </p>
      <p className="quiet">Birkaç saniye içinde giriş sayfasına yönlendirileceksiniz.</p>
    </Dialog>
  );
}
