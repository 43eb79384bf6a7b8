import { useState } from 'react';
import { Button } from '../ui/Button.tsx';
import { PasswordField } from '../ui/PasswordField.tsx';
import { ErrorNote, OkNote } from '../ui/States.tsx';
import { checkPasswordChange } from './account.ts';
import { CurrentPasswordField } from './CurrentPasswordField.tsx';
import { NewPasswordField, WhoseField } from './NewPasswordField.tsx';
import { changePassword } from './profile.store.ts';
import { useForm } from './useForm.ts';

/** A new password, twice; the current one is asked for once the server wants it (CONTRACT.md 2). */
export function PasswordSection({ email }: { email: string }) {
  const [round, setRound] = useState(0);
  const [done, setDone] = useState<string>();
  return (
    <section className="sheet" aria-labelledby="sifre">
      <h2 className="profile__title" id="sifre">
        Şifre
      </h2>
      <PasswordForm
        // Emptied after a success, and only then.
        key={round}
        email={email}
        onStart={() => setDone(undefined)}
        onDone={(text) => {
          setDone(text);
          setRound(round + 1);
        }}
      />
      {done && <OkNote text={done} />}
    </section>
  );
}

interface Props {
  email: string;
  onStart: () => void;
  onDone: (text: string) => void;
}

function PasswordForm({ email, onStart, onDone }: Props) {
  const [asks, setAsks] = useState(false);
  const { form, submit, problem } = useForm({
    check: checkPasswordChange,
    async send(values) {
      onStart();
      const outcome = await changePassword(values.password ?? '', values.current_password || undefined);
      if ('done' in outcome) {
        onDone(outcome.done);
        return;
      }
      if (outcome.asksPassword) setAsks(true);
      return outcome;
    },
  });
  return (
    <form className="form" {...form}>
      <WhoseField email={email} />
      {asks && <CurrentPasswordField error={problem.fields.current_password} />}
      <NewPasswordField label="Yeni şifre" name="password" error={problem.fields.password} />
      <PasswordField
        label="Yeni şifre (tekrar)"
        name="repeat"
        autoComplete="new-password"
        error={problem.fields.repeat}
      />
      <div className="profile__act">
        <Button {...submit}>Şifreyi Güncelle</Button>
      </div>
      {problem.message && <ErrorNote text={problem.message} />}
    </form>
  );
}
