import { useStore } from '@nanostores/react';
import { useEffect, useRef } from 'react';
import { paths, withReturnTo } from '../paths.ts';
import { ErrorNote, OkNote } from '../ui/States.tsx';
import { AuthBox, FadeLink } from './AuthBox.tsx';
import { useReturnTo } from './hooks.ts';
import { CodeStep, EmailStep, PasswordStep } from './ResetSteps.tsx';
import { $reset, startOver } from './reset.store.ts';

/** SPEC.md 9: so long the success is shown before the sign-in screen. */
const redirectAfter = 2000;

const kickers = { 1: 'Adım 1 / 3', 2: 'Adım 2 / 3', 3: 'Adım 3 / 3', done: 'Tamamlandı' };

/** A new step is read from its heading on, and typed into at once; without a field the step itself is what is read. */
function arrive(box: HTMLElement): void {
  (box.querySelector<HTMLElement>('input:not([hidden])') ?? box).focus({ preventScroll: true });
  document.querySelector('h1')?.scrollIntoView({ block: 'nearest' });
}

/** The three steps of a password reset; what step it is stands in the store. */
export function ForgotPassword() {
  const { step, notice } = useStore($reset, { ssr: 'initial' });
  const login = withReturnTo(paths.login, useReturnTo());
  const box = useRef<HTMLDivElement>(null);
  const started = useRef(false);

  useEffect(() => {
    if (step !== 'done') return;
    const timer = setTimeout(() => location.assign(login), redirectAfter);
    return () => clearTimeout(timer);
  }, [step, login]);

  // Each step is a place in the history: 'back' in the middle leads to the first step, not out of the page.
  useEffect(() => {
    if (started.current) arrive(box.current as HTMLElement);
    started.current = true;
    if (step === 2 && !history.state?.reset) history.pushState({ ...history.state, reset: true }, '');
    const back = () => startOver();
    addEventListener('popstate', back);
    return () => removeEventListener('popstate', back);
  }, [step]);

  return (
    <AuthBox kicker={kickers[step]} title="Şifremi unuttum">
      <div className="stack stack--wide" ref={box} tabIndex={-1}>
        {notice && (notice.tone === 'ok' ? <OkNote text={notice.text} /> : <ErrorNote text={notice.text} />)}
        {step === 1 && <EmailStep />}
        {step === 2 && <CodeStep />}
        {step === 3 && <PasswordStep />}
        {step === 'done' && <p>Yeni şifrenizle giriş yapabilirsiniz. Giriş sayfasına yönlendiriliyorsunuz...</p>}
      </div>
      <p className="auth__foot">
        <FadeLink href={login}>Giriş sayfasına dön</FadeLink>
      </p>
    </AuthBox>
  );
}
