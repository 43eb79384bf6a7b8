import { useState } from 'react';
import { paths, withReturnTo } from '../paths.ts';
import { Button } from '../ui/Button.tsx';
import { Field } from '../ui/Field.tsx';
import { type Problem, readValues } from '../ui/form.ts';
import { PasswordField } from '../ui/PasswordField.tsx';
import { ErrorNote } from '../ui/States.tsx';
import { AccountReason } from './AccountReason.tsx';
import { AuthBox, FadeLink } from './AuthBox.tsx';
import { checkSignIn } from './account.ts';
import { CodeField } from './CodeField.tsx';
import { GoogleButton } from './GoogleButton.tsx';
import { useGuestsOnly, useReturnTo } from './hooks.ts';
import { errorCode, signInFailed, toProblem } from './problem.ts';
import { ResendLink } from './ResendLink.tsx';
import { signIn } from './session.store.ts';
import { keepTypedEmail } from './typedEmail.ts';
import { useForm } from './useForm.ts';

/** The sign-in screen. `useGuestsOnly` leads on once there is a session. */
export function LoginForm() {
  const returnTo = useReturnTo();
  const [signingIn, setSigningIn] = useState(false);
  const [lastEmail, setLastEmail] = useState('');
  const [asksCode, setAsksCode] = useState(false);
  useGuestsOnly({ hold: signingIn });
  const { form, submit, field, problem } = useForm<Problem & { notActivated?: boolean }>({
    check: checkSignIn,
    async send({ email = '', password = '', otp }) {
      setLastEmail(email);
      // The page stays until `signIn` resolves: the guest's cart is merged by then.
      setSigningIn(true);
      try {
        await signIn({ email, password, otp });
      } catch (error) {
        // Not a mistake: the password was right, and the field that appears says what is missing.
        if (errorCode(error) === 'otp_required') {
          setAsksCode(true);
          return { fields: {} };
        }
        const fieldOf = { bad_credentials: 'password', otp_wrong: 'otp' } as const;
        const problem = toProblem(error, signInFailed, fieldOf);
        return { ...problem, notActivated: errorCode(error) === 'not_activated' };
      } finally {
        setSigningIn(false);
      }
    },
  });
  return (
    <AuthBox kicker="Tekrar hoş geldiniz" title="Giriş">
      <AccountReason returnTo={returnTo} />
      <form className="form" {...form}>
        <Field
          label="E-posta"
          {...field('email')}
          type="email"
          autoComplete="username"
          required
          // Another account may have no second factor. Password managers fill the same one in again.
          onInput={({ currentTarget }) => currentTarget.value !== lastEmail && setAsksCode(false)}
        />
        <PasswordField label="Şifre" {...field('password')} autoComplete="current-password" required />
        {asksCode && <CodeField autoFocus error={problem.fields.otp} />}
        <p className="auth__aside">
          <FadeLink
            href={withReturnTo(paths.forgotPassword, returnTo)}
            onClick={({ currentTarget }) => {
              const box = currentTarget.closest('form');
              if (box) keepTypedEmail(readValues(box).email);
            }}
          >
            Şifremi unuttum
          </FadeLink>
        </p>
        {problem.message && <ErrorNote text={problem.message} />}
        <Button {...submit} wide>
          Giriş Yap
        </Button>
      </form>
      {'notActivated' in problem && problem.notActivated && <ResendLink key={lastEmail} email={lastEmail} />}
      <GoogleButton returnTo={returnTo} />
      <p className="auth__foot">
        Hesabınız yok mu? <FadeLink href={withReturnTo(paths.register, returnTo)}>Kayıt olun</FadeLink>
      </p>
    </AuthBox>
  );
}
