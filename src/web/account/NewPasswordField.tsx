import { type ComponentProps, useEffect, useRef, useState } from 'react';
import { PasswordField } from '../ui/PasswordField.tsx';
import { StrengthLine } from './StrengthLine.tsx';

type Props = Omit<ComponentProps<typeof PasswordField>, 'ref' | 'onInput' | 'autoComplete' | 'children'>;

/** A field for a new password with its strength, also of what was typed before the page was hydrated. */
export function NewPasswordField(props: Props) {
  const input = useRef<HTMLInputElement>(null);
  const [password, setPassword] = useState('');
  useEffect(() => setPassword(input.current?.value ?? ''), []);
  return (
    <PasswordField
      {...props}
      ref={input}
      autoComplete="new-password"
      onInput={({ currentTarget }) => setPassword(currentTarget.value)}
    >
      <StrengthLine password={password} />
    </PasswordField>
  );
}

/** The account of a new password, hidden; password managers store the password under it. */
export function HiddenUsernameField({ email }: { email: string }) {
  return <input hidden type="text" autoComplete="username" value={email} readOnly />;
}
