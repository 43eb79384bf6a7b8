import { useEffect, useState } from 'react';
import { paths, withReturnTo } from '../paths.ts';
import { Button } from '../ui/Button.tsx';
import { Field } from '../ui/Field.tsx';
import type { Problem } from '../ui/form.ts';
import { PasswordField } from '../ui/PasswordField.tsx';
import { ErrorNote, OkNote } from '../ui/States.tsx';
import { AuthBox } from './AuthBox.tsx';
import { checkActivation, checkEmail } from './account.ts';
import { type ActivationProblem, activate, activateWithoutPassword, resendLink } from './register.store.ts';
import { readRegistration } from './registration.ts';
import { useForm } from './useForm.ts';

type View =
  | { at: 'password' | 'forgotten' }
  | { at: 'opened'; text: string }
  | { at: 'expired'; text: string; next?: NextStep };

/** Where to go if the account may be active already. */
interface NextStep {
  path: string;
  label: string;
}

/**
 * Where the mailed link leads. The password of the registration activates the account and signs in. Without it, the
 * owner of the mailbox can activate the account and set a new one.
 */
export function ActivateForm() {
  const [token, setToken] = useState('');
  const [view, setView] = useState<View>({ at: 'password' });
  const expire: StepProps['onExpire'] = ({ message = '', mayBeActive }, next) =>
    setView({ at: 'expired', text: message, next: mayBeActive ? next : undefined });
  useEffect(() => {
    const found = new URLSearchParams(location.search).get('token') ?? '';
    setToken(found);
    if (!found) setView({ at: 'expired', text: 'Bağlantı eksik görünüyor. Yeni bir bağlantı isteyebilirsiniz.' });
  }, []);

  if (view.at === 'expired') return <Expired text={view.text} next={view.next} />;
  if (view.at === 'opened') return <Opened text={view.text} />;
  if (view.at === 'forgotten') {
    const back = () => setView({ at: 'password' });
    return (
      <Forgotten token={token} onBack={back} onOpen={(text) => setView({ at: 'opened', text })} onExpire={expire} />
    );
  }
  return <WithPassword token={token} onForgotten={() => setView({ at: 'forgotten' })} onExpire={expire} />;
}

interface StepProps {
  token: string;
  onExpire: (problem: ActivationProblem, next: NextStep) => void;
}

function WithPassword({ token, onForgotten, onExpire }: StepProps & { onForgotten: () => void }) {
  const { form, submit, field, problem } = useForm<Problem>({
    check: checkActivation,
    async send({ password = '' }) {
      const answer = await activate(token, password);
      if ('path' in answer) return void location.replace(answer.path);
      if (answer.expired) onExpire(answer, { path: paths.login, label: 'Giriş yap' });
      return answer;
    },
  });
  return (
    <AuthBox kicker="Son bir adım" title="Hesabınızı etkinleştirin">
      <p>
        Kayıt olurken seçtiğiniz şifreyi girin: hesabınız etkinleşir ve giriş yapmış olursunuz. Kaydı siz yapmadıysanız
        bu sayfayı kapatın; hesap açılmaz.
      </p>
      <form className="form" {...form}>
        <PasswordField label="Şifre" {...field('password')} autoComplete="current-password" required />
        {problem.message && <ErrorNote text={problem.message} />}
        <Button kind="accent" {...submit} wide>
          Hesabımı etkinleştir
        </Button>
        <Button kind="quiet" wide onClick={onForgotten}>
          Şifremi hatırlamıyorum
        </Button>
      </form>
    </AuthBox>
  );
}

/** Activates without the password, and says what is lost. */
function Forgotten({
  token,
  onBack,
  onOpen,
  onExpire,
}: StepProps & { onBack: () => void; onOpen: (text: string) => void }) {
  const [busy, setBusy] = useState(false);
  const [failed, setFailed] = useState<string>();

  async function press(): Promise<void> {
    setBusy(true);
    const outcome = await activateWithoutPassword(token);
    setBusy(false);
    if ('done' in outcome) onOpen(outcome.done);
    else if (outcome.expired) onExpire(outcome, { path: paths.forgotPassword, label: 'Şifre belirle' });
    else setFailed(outcome.message);
  }

  return (
    <AuthBox kicker="Son bir adım" title="Şifresiz etkinleştirin">
      <p>
        Hesabınız şifresiz, adsız ve telefonsuz açılır; kayıtta yazılanlar silinir. Ardından e-postanıza gelen kodla
        yeni bir şifre belirler ve onunla giriş yaparsınız.
      </p>
      {failed && <ErrorNote text={failed} />}
      <div className="form">
        <Button kind="accent" wide busy={busy} onClick={press}>
          Şifresiz etkinleştir
        </Button>
        <Button kind="quiet" wide onClick={onBack}>
          Şifremi gireceğim
        </Button>
      </div>
    </AuthBox>
  );
}

/** Activated without a password; the next step is to set one. */
function Opened({ text }: { text: string }) {
  const returnTo = readRegistration()?.returnTo;
  return (
    <AuthBox kicker="Az kaldı" title="Hesabınız etkin">
      <OkNote text={text} />
      <a className="btn btn--wide" href={withReturnTo(paths.forgotPassword, returnTo)}>
        Şifre belirle
      </a>
    </AuthBox>
  );
}

/** The link is no longer valid; the form requests another one. `next` comes first where a lost try may have used it. */
function Expired({ text, next }: { text: string; next?: NextStep }) {
  const { form, submit, field, problem, done } = useForm({
    check: checkEmail,
    send: ({ email = '' }) => resendLink(email),
  });
  return (
    <AuthBox kicker="Küçük bir aksilik" title={next ? 'Hesabınız etkinleşmiş olabilir' : 'Bağlantı geçersiz'}>
      <ErrorNote text={text} />
      {next && (
        <a className="btn btn--wide" href={withReturnTo(next.path, readRegistration()?.returnTo)}>
          {next.label}
        </a>
      )}
      {done ? (
        <OkNote text={done} />
      ) : (
        <form className="form" {...form}>
          <p>
            {next ? 'Olmazsa e-posta' : 'E-posta'} adresinizi yazın, size yeni bir etkinleştirme bağlantısı gönderelim.
          </p>
          <Field label="E-posta" {...field('email')} type="email" autoComplete="email" required />
          {problem.message && <ErrorNote text={problem.message} />}
          <Button {...submit} kind={next && 'line'} wide>
            Yeni bağlantı gönder
          </Button>
        </form>
      )}
      <p className="auth__foot">
        <a href={paths.login}>Giriş sayfasına dön</a>
      </p>
    </AuthBox>
  );
}
