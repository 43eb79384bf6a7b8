import { atom, type ReadableAtom } from 'nanostores';

/** Values of a form whose fields hold nothing but text, by field name. */
export type Values = Record<string, string>;
/** The sentence at each wrong field, by field name. */
export type FieldErrors = Record<string, string>;

/** What is wrong with a form: sentences at its fields, and one about the whole. */
export interface Problem {
  fields: FieldErrors;
  message?: string;
}

/** How sending ended: with a problem, or well, with a sentence about it where the form shows one. */
export type Outcome<P extends Problem = Problem> = P | { done: string };

/** Where a form stands, whatever draws it: the DOM (domForm.ts), React (account/useForm.ts) or the admin area. */
export interface FormState<V, P extends Problem = Problem> {
  values: V;
  /** The values as opened or last sent. */
  saved: V;
  sending: boolean;
  problem: P | Problem;
  /** What to say now that it is sent. */
  done?: string;
  /** How many submits were rejected; each one moves the focus to the first wrong field. */
  rejections: number;
  /** How many pictures are being prepared for the values (editForm.ts). */
  preparing: number;
  /** Share of an upload that is sent (editForm.ts). */
  progress?: number;
  /** Values kept on this device, offered back (editForm.ts). */
  draft?: Partial<V>;
  /** The version that a restored draft began from (editForm.ts). */
  version?: string | number;
}

export interface Form<V, P extends Problem = Problem> {
  $form: ReadableAtom<FormState<V, P>>;
  /** Shows other values. The outcome of a submit that still runs is dropped: it is not about them. */
  open(values: V): void;
  /** Replaces parts of the state. */
  change(patch: Partial<FormState<V, P>>): void;
  /** Takes the sentence away from a field that is being corrected. */
  clearError(field: string): void;
  /**
   * Checks `values` and hands them to `send`, which answers a problem instead of throwing. Does nothing while another
   * submit runs. What was typed stays, however it ends.
   */
  submit(send: (values: V) => Promise<Outcome<P> | undefined>, values?: V): Promise<void>;
}

const noProblem: Problem = { fields: {} };

/** The state of one form. `check` finds what is wrong before anything is sent. */
export function createForm<V, P extends Problem = Problem>(blank: V, check?: (values: V) => FieldErrors): Form<V, P> {
  const opened = (values: V): FormState<V, P> => ({
    values,
    saved: values,
    sending: false,
    problem: noProblem,
    rejections: 0,
    preparing: 0,
  });
  const $form = atom(opened(blank));
  const change = (patch: Partial<FormState<V, P>>) => $form.set({ ...$form.get(), ...patch });
  const reject = (problem: P | Problem) => change({ problem, done: undefined, rejections: $form.get().rejections + 1 });
  let run = 0;

  return {
    $form,
    change,
    open(values) {
      run += 1;
      $form.set(opened(values));
    },
    clearError(field) {
      const { problem } = $form.get();
      if (!(field in problem.fields)) return;
      const { [field]: _, ...fields } = problem.fields;
      change({ problem: { ...problem, fields } });
    },
    async submit(send, values = $form.get().values) {
      if ($form.get().sending) return;
      const fields = check?.(values) ?? {};
      if (Object.keys(fields).length) return reject({ fields });
      const mine = run;
      change({ values, sending: true, problem: noProblem, done: undefined });
      const outcome = await send(values).finally(() => mine === run && change({ sending: false }));
      if (mine !== run) return;
      if (outcome && 'fields' in outcome) reject(outcome);
      else change({ saved: values, done: outcome?.done });
    },
  };
}

/** What the fields of a form on the page hold. */
export const readValues = (form: HTMLFormElement): Values =>
  Object.fromEntries([...new FormData(form)].map(([name, value]) => [name, String(value)]));
