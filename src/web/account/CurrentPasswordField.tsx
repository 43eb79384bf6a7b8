import { PasswordField } from '../ui/PasswordField.tsx';

/** Asked for once the server wants proof of who is here (CONTRACT.md 2). */
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
