import { useStore } from '@nanostores/react';
import { useEffect, useRef } from 'react';
import { paths, withReturnTo } from '../paths.ts';
import { ErrorNote, OkNote } from '../ui/States.tsx';
import { AuthBox, FadeLink } from './AuthBox.tsx';
import { useReturnTo } from './hooks.ts';
import { CodeStep, EmailStep, PasswordStep } from './ResetSteps.tsx';
import { $reset, startOver } from './reset.store.ts';

/** The success leads to the sign-in screen after this time. */
const redirectAfterMs = 2000;

const kickers = { 1: 'Adım 1 / 3', 2: 'Adım 2 / 3', 3: 'Adım 3 / 3', done: 'Tamamlandı' };

/** Moves the focus to the first field of a new step, or to the step itself. */
function focusStep(box: HTMLElement): void {
  (box.querySelector<HTMLElement>('input:not([hidden])') ?? box).focus({ preventScroll: true });
  document.querySelector('.auth__box .kicker')?.scrollIntoView({ block: 'nearest' });
}

export function ForgotPassword() {
  const { step, notice } = useStore($reset, { ssr: 'initial' });
  const login = withReturnTo(paths.login, useReturnTo());
  const box = useRef<HTMLDivElement>(null);
  const isShown = useRef(false);

  useEffect(() => {
    if (step !== 'done') return;
    const timer = setTimeout(() => location.assign(login), redirectAfterMs);
    return () => clearTimeout(timer);
  }, [step, login]);

  // The second step adds a history entry, so that 'back' leads to the first step and not out of the page.
  useEffect(() => {
    if (isShown.current) focusStep(box.current as HTMLElement);
    isShown.current = true;
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
