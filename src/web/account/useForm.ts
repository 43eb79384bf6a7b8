import { useStore } from '@nanostores/react';
import { type ComponentPropsWithRef, useState } from 'react';
import { useErrorFocus } from '../ui/Field.tsx';
import { createForm, type FieldErrors, type Outcome, type Problem, readValues, type Values } from '../ui/form.ts';
import { useHydrated } from '../ui/useHydrated.ts';

interface Options<P extends Problem> {
  /** What is wrong before anything is sent. */
  check?: (values: Values) => FieldErrors;
  send: (values: Values) => Promise<Outcome<P> | undefined>;
}

/**
 * A form in React whose fields hold the values themselves, so that nothing typed is lost whatever is drawn. `form`,
 * `field` and `submit` are the props of the form, of its fields and of its button, which is disabled until the script
 * runs: the browser would send the form by itself.
 */
export function useForm<P extends Problem = Problem>({ check, send }: Options<P>) {
  const [{ $form, clearError, submit }] = useState(() => createForm<Values, P>({}, check));
  const { sending: busy, problem, done, rejections } = useStore($form);
  const ref = useErrorFocus(rejections);

  const form: ComponentPropsWithRef<'form'> = {
    ref,
    // Without its script a form must not write a password into the address.
    method: 'post',
    noValidate: true,
    onSubmit(event) {
      event.preventDefault();
      void submit(send, readValues(event.currentTarget));
    },
    onInput: ({ target }) => clearError((target as HTMLInputElement).name),
  };
  const field = (name: string) => ({ name, error: problem.fields[name] });
  return { form, submit: { type: 'submit', busy, disabled: !useHydrated() } as const, field, problem, done };
}
