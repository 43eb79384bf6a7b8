import { useState } from 'react';
import { paths, withReturnTo } from '../paths.ts';
import { Button } from '../ui/Button.tsx';
import { Field } from '../ui/Field.tsx';
import type { Problem } from '../ui/form.ts';
import { PasswordField } from '../ui/PasswordField.tsx';
import { ErrorNote } from '../ui/States.tsx';
import { AuthBox, FadeLink } from './AuthBox.tsx';
import { checkSignIn } from './account.ts';
import { GoogleButton } from './GoogleButton.tsx';
import { useGuestsOnly, useReturnTo } from './hooks.ts';
import { ResendLink } from './ResendLink.tsx';
import { toSignInProblem } from './register.store.ts';
import { signIn } from './session.store.ts';
import { useForm } from './useForm.ts';

/** The sign-in screen. The session, once there, takes people on (`useGuestsOnly`). */
export function LoginForm() {
  const wanted = useReturnTo();
  const [entering, setEntering] = useState(false);
  const [tried, setTried] = useState('');
  useGuestsOnly({ hold: entering });
  const { form, submit, problem } = useForm<Problem & { waits?: true }>({
    check: checkSignIn,
    async send({ email = '', password = '' }) {
      setTried(email);
      // Held until the rooms that wait for a sign-in are done: the guest's cart has joined the account's by then.
      setEntering(true);
      try {
        await signIn({ email, password });
      } catch (error) {
        return toSignInProblem(error);
      } finally {
        setEntering(false);
      }
    },
  });
  return (
    <AuthBox kicker="Tekrar hoş geldiniz" title="Giriş">
      <form className="form" {...form}>
        <Field
          label="E-posta"
          name="email"
          type="email"
          autoComplete="username"
          required
          error={problem.fields.email}
        />
        <PasswordField
          label="Şifre"
          name="password"
          autoComplete="current-password"
          required
          error={problem.fields.password}
        />
        <p className="auth__aside">
          <FadeLink href={withReturnTo(paths.forgotPassword, wanted)}>Şifremi unuttum</FadeLink>
        </p>
        {problem.message && <ErrorNote text={problem.message} />}
        <Button {...submit} wide>
          Giriş Yap
        </Button>
      </form>
      {'waits' in problem && problem.waits && <ResendLink key={tried} email={tried} />}
      <GoogleButton next={wanted} />
      <p className="auth__foot">
        Hesabınız yok mu? <FadeLink href={withReturnTo(paths.register, wanted)}>Kayıt olun</FadeLink>
      </p>
    </AuthBox>
  );
}
