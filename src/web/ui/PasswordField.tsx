import { type ComponentPropsWithRef, type ReactNode, useState } from 'react';
import { FieldFrame, type FieldProps } from './Field.tsx';
import { Icon } from './Icon.tsx';
import { eye, eyeOff } from './icons.ts';
import { useHydrated } from './useHydrated.ts';

/** A password field with a button that shows the password; `children` are rendered below it. */
export function PasswordField({
  label,
  error,
  hint,
  optional,
  children,
  ...input
}: FieldProps & ComponentPropsWithRef<'input'> & { children?: ReactNode }) {
  const hydrated = useHydrated();
  const [shown, setShown] = useState(false);
  return (
    <FieldFrame label={label} error={error} hint={hint} optional={optional}>
      {(bound) => (
        <>
          <span className="pw">
            <input className="in" {...input} {...bound} type={shown ? 'text' : 'password'} spellCheck={false} />
            <button
              type="button"
              className="pw__eye"
              disabled={!hydrated}
              aria-pressed={shown}
              aria-label={`${label}: göster`}
              onClick={() => setShown(!shown)}
            >
              <Icon of={shown ? eyeOff : eye} />
            </button>
          </span>
          {children}
        </>
      )}
    </FieldFrame>
  );
}
