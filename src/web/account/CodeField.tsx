import type { ComponentPropsWithRef } from 'react';
import { Field } from '../ui/Field.tsx';

interface Props extends ComponentPropsWithRef<'input'> {
  label?: string;
  error?: string | undefined;
}

/** A code of the second factor: six digits of the app, or a recovery code. */
export function CodeField({ label = 'Doğrulama kodu', error, ...input }: Props) {
  return (
    <Field
      name="otp"
      autoComplete="one-time-code"
      autoCapitalize="none"
      spellCheck={false}
      hint="Doğrulama uygulamanızdaki altı hane. Telefonunuz yanınızda değilse kurtarma kodlarınızdan birini yazın."
      required
      {...input}
      label={label}
      error={error}
    />
  );
}
