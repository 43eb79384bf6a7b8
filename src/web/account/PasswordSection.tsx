import { Fragment, useState } from 'react';
import { Button } from '../ui/Button.tsx';
import { PasswordField } from '../ui/PasswordField.tsx';
import { ErrorNote, OkNote } from '../ui/States.tsx';
import { checkPasswordChange } from './account.ts';
import { CurrentPasswordField } from './CurrentPasswordField.tsx';
import { HiddenUsernameField, NewPasswordField } from './NewPasswordField.tsx';
import { changePassword } from './profile.store.ts';
import { useForm } from './useForm.ts';

/** A new password, twice; the current one is asked for, too, once the server wants it. */
export function PasswordSection({ email }: { email: string }) {
  const [asks, setAsks] = useState(false);
  const [changes, setChanges] = useState(0);
  const { form, submit, field, problem, done } = useForm({
    check: checkPasswordChange,
    async send({ password = '', current_password }) {
      const outcome = await changePassword(password, current_password || undefined);
      if ('done' in outcome) {
        setChanges(changes + 1);
        setAsks(false);
      } else if (outcome.asksPassword) setAsks(true);
      return outcome;
    },
  });
  return (
    <section className="sheet" aria-labelledby="sifre">
      <h2 className="profile__title" id="sifre">
        Şifre
      </h2>
      <form className="form" {...form}>
        {/* New fields after a change: they are emptied then, and only then. */}
        <Fragment key={changes}>
          <HiddenUsernameField email={email} />
          {asks && <CurrentPasswordField error={problem.fields.current_password} />}
          <NewPasswordField label="Yeni şifre" {...field('password')} />
          <PasswordField label="Yeni şifre (tekrar)" {...field('repeat')} autoComplete="new-password" />
        </Fragment>
        <div className="profile__act">
          <Button {...submit}>Şifreyi Güncelle</Button>
        </div>
        {problem.message && <ErrorNote text={problem.message} />}
      </form>
      {done && <OkNote text={done} />}
    </section>
  );
}
