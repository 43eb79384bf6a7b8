import { Button } from '../ui/Button.tsx';
import { Field } from '../ui/Field.tsx';
import { ErrorNote } from '../ui/States.tsx';
import { checkSetupCode, groupSecret } from './account.ts';
import { CodeField } from './CodeField.tsx';
import { CopyButton } from './CopyButton.tsx';
import { closeSetup, confirm, type PreparedSecret } from './secondFactor.store.ts';
import { useForm } from './useForm.ts';

/** Moves the focus to the first step; without it `keepFocus` moves it to the code field of the last one. */
const takeFocus = (step: HTMLElement | null) => step?.focus();

/** The steps of the set-up: app, QR code or key, first code. Replacing one also asks for a code of the old one. */
export function SecondFactorSetup({ prepared, isReplacing }: { prepared: PreparedSecret; isReplacing: boolean }) {
  const { form, submit, field, problem } = useForm({
    check: checkSetupCode,
    send: ({ code = '', otp }) => confirm(code, otp),
  });
  return (
    <form className="form" {...form}>
      <ol className="setup">
        <li>
          <b ref={takeFocus} tabIndex={-1}>
            Uygulamayı açın
          </b>
          <p>Telefonunuzda Google Authenticator ya da Microsoft Authenticator gibi bir doğrulama uygulaması açın.</p>
        </li>
        <li>
          <b>Karekodu okutun</b>
          <p>Uygulamada hesap ekleyip bu karekodu okutun.</p>
          <img
            className="setup__qr"
            src={`data:image/svg+xml,${encodeURIComponent(prepared.qr)}`}
            alt="Doğrulama uygulaması için karekod"
            width="200"
            height="200"
          />
          <p>
            Karekodu okutamıyorsanız <a href={prepared.uri}>bu telefondaki uygulamada açın</a> ya da uygulamaya şu
            anahtarı elle girin:
          </p>
          <p className="setup__key">
            <code>{groupSecret(prepared.secret)}</code>
            <CopyButton text={prepared.secret} label="Anahtarı kopyala" />
          </p>
        </li>
        <li>
          <b>Uygulamadaki kodu yazın</b>
          <Field label="Altı haneli kod" {...field('code')} inputMode="numeric" autoComplete="one-time-code" required />
          {isReplacing && <CodeField label="Eski uygulamanızın kodu" error={problem.fields.otp} autoComplete="off" />}
        </li>
      </ol>
      {problem.message && <ErrorNote text={problem.message} />}
      <div className="profile__act">
        <Button {...submit}>Kodu doğrula ve aç</Button>
        <Button kind="line" onClick={closeSetup}>
          Vazgeç
        </Button>
      </div>
    </form>
  );
}
