import type { ReactNode } from 'react';
import { formatPhone } from '../../shared/phone.ts';
import { Button } from '../ui/Button.tsx';
import { Field } from '../ui/Field.tsx';
import { ErrorNote, OkNote } from '../ui/States.tsx';
import { checkPhone } from './account.ts';
import { type Profile, updatePhone } from './profile.store.ts';
import { useForm } from './useForm.ts';

/** Name, e-mail and phone of the account. Only the phone can be changed. */
export function PersonSection({ profile, notice }: { profile: Profile; notice: ReactNode }) {
  const { form, submit, field, problem, done } = useForm({
    check: checkPhone,
    send: ({ phone_number = '' }) => updatePhone(phone_number),
  });
  const { name, surname, email, phone_number } = profile;
  return (
    <form className="sheet form" aria-labelledby="kisi" {...form}>
      <h2 className="profile__title" id="kisi">
        Bilgilerim
      </h2>
      <div className="form__row">
        <Field label="Ad" value={name} readOnly />
        <Field label="Soyad" value={surname} readOnly />
      </div>
      <Field label="E-posta" type="email" value={email} readOnly />
      <Field
        // Redrawn after saving, because the server stores the number in its own form.
        key={phone_number}
        label="Telefon"
        {...field('phone_number')}
        type="tel"
        autoComplete="tel"
        placeholder="0532 000 00 00"
        defaultValue={formatPhone(phone_number)}
      />
      {notice}
      <div className="profile__act">
        <Button {...submit}>Telefonu Güncelle</Button>
      </div>
      {problem.message && <ErrorNote text={problem.message} />}
      {done && <OkNote text={done} />}
    </form>
  );
}
