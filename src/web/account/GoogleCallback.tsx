import { useEffect, useState } from 'react';
import { Button } from '../ui/Button.tsx';
import { ErrorNote } from '../ui/States.tsx';
import { AuthBox } from './AuthBox.tsx';
import { checkSecondFactorCode } from './account.ts';
import { CodeField } from './CodeField.tsx';
import { finishGoogleSignIn, sendGoogleCode } from './googleCallback.ts';
import { useForm } from './useForm.ts';

/** Completes a sign-in with Google; asks for a code first where the account has a second factor. */
export function GoogleCallback() {
  const [asksCode, setAsksCode] = useState(false);
  useEffect(() => void finishGoogleSignIn().then(setAsksCode), []);
  if (asksCode) return <CodeStep />;
  return (
    <div className="auth__box">
      <h1 className="auth__title">Giriş</h1>
      <p role="status">Giriş yapılıyor, lütfen bekleyin...</p>
    </div>
  );
}

function CodeStep() {
  const { form, submit, problem } = useForm({
    check: checkSecondFactorCode,
    send: ({ otp = '' }) => sendGoogleCode(otp),
  });
  return (
    <AuthBox kicker="Bir adım kaldı" title="Doğrulama kodu">
      <form className="form" {...form}>
        <p>Google hesabınız tanındı. Hesabınızda iki adımlı giriş açık olduğu için kodunuzu da girin.</p>
        <CodeField autoFocus error={problem.fields.otp} />
        {problem.message && <ErrorNote text={problem.message} />}
        <Button {...submit} wide>
          Giriş Yap
        </Button>
      </form>
    </AuthBox>
  );
}
