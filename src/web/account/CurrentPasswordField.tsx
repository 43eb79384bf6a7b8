import { PasswordField } from '../ui/PasswordField.tsx';

/** Shown once the server asks for the current password. */
export function CurrentPasswordField({ error }: { error: string | undefined }) {
  return (
    <PasswordField
      label="Mevcut şifre"
      name="current_password"
      autoComplete="current-password"
      hint="Google ile giriş yapıyorsanız çıkıp yeniden giriş yapmanız yeterlidir."
      error={error}
    />
  );
}
