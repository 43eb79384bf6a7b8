import { useEffect, useState } from 'react';
import { paths } from '../paths.ts';
import { Button } from '../ui/Button.tsx';
import { Field } from '../ui/Field.tsx';
import { ErrorNote, OkNote } from '../ui/States.tsx';
import { AuthBox } from './AuthBox.tsx';
import { checkEmail } from './account.ts';
import { activate, resendLink } from './register.store.ts';
import { useForm } from './useForm.ts';

type State = { at: 'ready' | 'busy' } | { at: 'done' | 'failed' | 'expired'; text: string };

/** Where the mailed link leads. The account is activated by the button, because mail programs open links by themselves. */
export function ActivateForm() {
  const [token, setToken] = useState('');
  const [state, setState] = useState<State>({ at: 'ready' });
  useEffect(() => {
    const found = new URLSearchParams(location.search).get('token') ?? '';
    setToken(found);
    if (!found) setState({ at: 'expired', text: 'Bağlantı eksik görünüyor. Yeni bir bağlantı isteyebilirsiniz.' });
  }, []);

  async function press(): Promise<void> {
    setState({ at: 'busy' });
    const outcome = await activate(token);
    if ('done' in outcome) return setState({ at: 'done', text: outcome.done });
    setState({ at: outcome.expired ? 'expired' : 'failed', text: outcome.message ?? '' });
  }

  if (state.at === 'done') {
    return (
      <AuthBox kicker="Hazırsınız" title="Hesabınız etkin">
        <OkNote text={state.text} />
        <a className="btn btn--wide" href={paths.login}>
          Giriş Yap
        </a>
      </AuthBox>
    );
  }
  if (state.at === 'expired') return <Expired text={state.text} />;
  return (
    <AuthBox kicker="Son bir adım" title="Hesabınızı etkinleştirin">
      <p>E-posta adresinizi doğrulamak ve hesabınızı kullanmaya başlamak için düğmeye basın.</p>
      {state.at === 'failed' && <ErrorNote text={state.text} />}
      <Button kind="accent" wide busy={state.at === 'busy'} onClick={press}>
        Hesabımı etkinleştir
      </Button>
    </AuthBox>
  );
}

/** The link is no longer valid; the form requests another one. */
function Expired({ text }: { text: string }) {
  const { form, submit, problem, done } = useForm({
    check: checkEmail,
    send: ({ email = '' }) => resendLink(email),
  });
  return (
    <AuthBox kicker="Küçük bir aksilik" title="Bağlantı geçersiz">
      <ErrorNote text={text} />
      {done ? (
        <OkNote text={done} />
      ) : (
        <form className="form" {...form}>
          <p>E-posta adresinizi yazın, size yeni bir etkinleştirme bağlantısı gönderelim.</p>
          <Field label="E-posta" name="email" type="email" autoComplete="email" required error={problem.fields.email} />
          {problem.message && <ErrorNote text={problem.message} />}
          <Button {...submit} wide>
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
