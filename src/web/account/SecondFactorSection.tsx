import { useStore } from '@nanostores/react';
import { type ReactNode, useEffect, useState } from 'react';
import { Button } from '../ui/Button.tsx';
import { ErrorNote, Loading, OkNote } from '../ui/States.tsx';
import { CurrentPasswordField } from './CurrentPasswordField.tsx';
import { HiddenUsernameField } from './NewPasswordField.tsx';
import { RecoveryCodes } from './RecoveryCodes.tsx';
import { SecondFactorSetup } from './SecondFactorSetup.tsx';
import { SwitchOffDialog } from './SwitchOffDialog.tsx';
import { $secondFactor, $setup, loadSecondFactor, prepare } from './secondFactor.store.ts';
import { useForm } from './useForm.ts';

/** Most recovery codes left at which new ones are recommended. */
const fewCodes = 3;

/** The second factor of the account: its state, its set-up in steps, and switching it off. */
export function SecondFactorSection({ email }: { email: string }) {
  const secondFactor = useStore($secondFactor);
  const setup = useStore($setup);
  useEffect(() => void loadSecondFactor(), []);
  return (
    <section className="sheet" aria-labelledby="iki-adim">
      <h2 className="profile__title" id="iki-adim">
        İki adımlı giriş
      </h2>
      {(secondFactor.state === 'idle' || secondFactor.state === 'loading') && <Loading shapes={['profile__skel']} />}
      {secondFactor.state === 'failed' && <ErrorNote text={secondFactor.message} onRetry={loadSecondFactor} />}
      {setup.step === 'codes' && <RecoveryCodes codes={setup.codes} />}
      {secondFactor.state === 'loaded' && setup.step === 'scan' && (
        <SecondFactorSetup prepared={setup.prepared} isReplacing={secondFactor.value.enabled} />
      )}
      {setup.step === 'codes_lost' && (
        <ErrorNote text="İki adımlı giriş açıldı ama bağlantı koptuğu için kurtarma kodlarınız gelmedi. Yeni kodlar almak için yeniden kurun." />
      )}
      {secondFactor.state === 'loaded' && (setup.step === 'none' || setup.step === 'codes_lost') && (
        <Overview
          email={email}
          enabled={secondFactor.value.enabled}
          codesLeft={secondFactor.value.recovery_codes_left}
        />
      )}
    </section>
  );
}

function Overview({ email, enabled, codesLeft }: { email: string; enabled: boolean; codesLeft: number }) {
  const [isOpen, setIsOpen] = useState(false);
  const [done, setDone] = useState<string>();
  return (
    <>
      {enabled ? (
        <p>
          <span className="pill pill--ok">Açık</span> Giriş yaparken şifrenizden sonra telefonunuzdaki kod da sorulur.{' '}
          {codesLeft} kurtarma kodunuz kaldı.
        </p>
      ) : (
        <p>
          Açtığınızda giriş yaparken şifrenizden sonra telefonunuzdaki bir kod da sorulur. Şifrenizi öğrenen biri bile
          hesabınıza giremez. Kurulum iki dakika sürer.
        </p>
      )}
      {enabled && codesLeft <= fewCodes && (
        <p className="note note--warn">Kurtarma kodlarınız azaldı. Yeniden kurduğunuzda on yeni kod alırsınız.</p>
      )}
      {done && !enabled && <OkNote text={done} />}
      <StartForm email={email} label={enabled ? 'Yeniden kur' : 'Kurmaya başla'}>
        {enabled && (
          <Button kind="quiet" className="btn--err" onClick={() => setIsOpen(true)}>
            Kapat
          </Button>
        )}
      </StartForm>
      {enabled && (
        <p className="fine">Telefonunuz değiştiyse ya da yeni kurtarma kodları istiyorsanız yeniden kurun.</p>
      )}
      <SwitchOffDialog email={email} open={isOpen} onClose={() => setIsOpen(false)} onDone={setDone} />
    </>
  );
}

/** Begins the set-up; the current password is asked for once the server wants it. */
function StartForm({ email, label, children }: { email: string; label: string; children: ReactNode }) {
  const [asks, setAsks] = useState(false);
  const { form, submit, problem } = useForm({
    async send({ current_password }) {
      const failure = await prepare(current_password || undefined);
      if (failure?.asksPassword) setAsks(true);
      return failure;
    },
  });
  return (
    <form className="form" {...form}>
      <HiddenUsernameField email={email} />
      {asks && <CurrentPasswordField error={problem.fields.current_password} />}
      <div className="profile__act">
        <Button {...submit}>{label}</Button>
        {children}
      </div>
      {problem.message && <ErrorNote text={problem.message} />}
    </form>
  );
}
