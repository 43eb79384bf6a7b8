import { useStore } from '@nanostores/react';
import { Button } from '../ui/Button.tsx';
import { Field } from '../ui/Field.tsx';
import { PasswordField } from '../ui/PasswordField.tsx';
import { ErrorNote } from '../ui/States.tsx';
import { checkCode, checkEmail, checkNewPassword, countdownAnnouncement, toDigits } from './account.ts';
import { HiddenUsernameField, NewPasswordField } from './NewPasswordField.tsx';
import { $reset, requestCode, resetPassword, startOver, verifyCode } from './reset.store.ts';
import { useForm } from './useForm.ts';

/** Step 1: the e-mail address. */
export function EmailStep() {
  const { email } = useStore($reset, { ssr: 'initial' });
  const { form, submit, field, problem } = useForm({
    check: checkEmail,
    send: (values) => requestCode(values.email ?? ''),
  });
  return (
    <form className="form" {...form}>
      <p>Hesabınızın e-posta adresini yazın; size 6 haneli bir kod gönderelim.</p>
      <Field label="E-posta" {...field('email')} type="email" autoComplete="username" defaultValue={email} required />
      {problem.message && <ErrorNote text={problem.message} />}
      <Button {...submit} wide>
        Kod Gönder
      </Button>
    </form>
  );
}

/** Step 2: the code from the mail, with its countdown. */
export function CodeStep() {
  const { email, left } = useStore($reset);
  const { form, submit, field, problem } = useForm({
    check: checkCode,
    send: (values) => verifyCode(values.otp ?? ''),
  });
  return (
    <form className="form" {...form}>
      <p>
        <b>{email}</b> adresine gönderdiğimiz 6 haneli kodu girin.
      </p>
      <p className="countdown" role="timer">
        Kalan süre: <b>{left}</b> saniye
      </p>
      <p className="sr" role="status">
        {countdownAnnouncement(left)}
      </p>
      <Field
        label="Kod"
        {...field('otp')}
        className="in in--code"
        inputMode="numeric"
        autoComplete="one-time-code"
        required
        onInput={({ currentTarget }) => {
          const value = toDigits(currentTarget.value);
          if (value !== currentTarget.value) currentTarget.value = value;
        }}
      />
      {problem.message && <ErrorNote text={problem.message} />}
      <Button {...submit} wide>
        Kodu Doğrula
      </Button>
      <Button kind="quiet" wide onClick={() => startOver()}>
        Kod gelmedi mi? Başa dönün
      </Button>
    </form>
  );
}

/** Step 3: the new password, twice. */
export function PasswordStep() {
  const { email } = useStore($reset);
  const { form, submit, field, problem } = useForm({
    check: checkNewPassword,
    send: (values) => resetPassword(values.newPassword ?? ''),
  });
  return (
    <form className="form" {...form}>
      <HiddenUsernameField email={email} />
      <NewPasswordField label="Yeni şifre" {...field('newPassword')} required />
      <PasswordField label="Yeni şifre (tekrar)" {...field('confirm')} autoComplete="new-password" required />
      {problem.message && <ErrorNote text={problem.message} />}
      <Button {...submit} wide>
        Şifreyi Sıfırla
      </Button>
    </form>
  );
}
