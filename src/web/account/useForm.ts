import { type ComponentPropsWithRef, useRef, useState } from 'react';
import { focusFirstError } from '../ui/Field.tsx';
import { useHydrated } from '../ui/useHydrated.ts';
import type { Problem, Values } from './account.ts';

interface Options<Answer extends Problem> {
  /** What is wrong before anything is sent, by field. */
  check: (values: Values) => Record<string, string>;
  /** Sends; answers what is wrong, or nothing when all is well. */
  send: (values: Values) => Promise<Answer | undefined>;
}

/**
 * A form whose fields keep what was typed, whatever happens: the page's own inputs hold it. One submit at a time; the
 * first wrong field gets the focus; a field's error goes as soon as it is typed in. `submit` is for its button, which
 * takes no press before the script is there: the browser would send the form itself and lose what was typed.
 */
export function useForm<Answer extends Problem = Problem>({ check, send }: Options<Answer>) {
  const ref = useRef<HTMLFormElement>(null);
  const running = useRef(false);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Problem | Answer>({ fields: {} });

  function show(next: Problem | Answer): void {
    setProblem(next);
    if (ref.current && Object.keys(next.fields).length) focusFirstError(ref.current);
  }

  async function run(form: HTMLFormElement): Promise<void> {
    if (running.current) return;
    const values: Values = Object.fromEntries(
      [...new FormData(form)].map(([name, value]) => [name, typeof value === 'string' ? value : '']),
    );
    const fields = check(values);
    if (Object.keys(fields).length) return show({ fields });
    running.current = true;
    setBusy(true);
    setProblem({ fields: {} });
    try {
      const answer = await send(values);
      if (answer) show(answer);
    } finally {
      running.current = false;
      setBusy(false);
    }
  }

  const form: ComponentPropsWithRef<'form'> = {
    ref,
    // Without its script a form must not write a password into the address (CONTRACT.md 8).
    method: 'post',
    noValidate: true,
    onSubmit(event) {
      event.preventDefault();
      void run(event.currentTarget);
    },
    onInput({ target }) {
      const { name } = target as HTMLInputElement;
      if (!problem.fields[name]) return;
      const { [name]: _, ...fields } = problem.fields;
      setProblem({ ...problem, fields });
    },
  };
  const submit = { type: 'submit', busy, disabled: !useHydrated() } as const;
  return { form, submit, problem };
}
