import { type ComponentPropsWithRef, type ReactNode, type RefObject, useEffect, useId, useRef } from 'react';
import { HiddenEmoji } from './HiddenEmoji.tsx';
import { Icon } from './Icon.tsx';
import { alert } from './icons.ts';

export interface FieldProps {
  label: string;
  /** The sentence under a wrong field. */
  error?: string | undefined;
  hint?: string;
  optional?: boolean;
}

type ControlAttributes = {
  id: string;
  'aria-invalid': true | undefined;
  'aria-describedby': string | undefined;
};

/** Label, hint and error of the control that `children` renders, bound to it. */
export function FieldFrame({
  label,
  error,
  hint,
  optional,
  children,
}: FieldProps & { children: (bound: ControlAttributes) => ReactNode }) {
  const id = useId();
  const described = [hint && `${id}-h`, error && `${id}-e`].filter(Boolean).join(' ') || undefined;
  return (
    <div className="field">
      <label htmlFor={id}>
        {label} {optional && <span className="opt">(isteğe bağlı)</span>}
      </label>
      {children({ id, 'aria-invalid': error ? true : undefined, 'aria-describedby': described })}
      {hint && <small id={`${id}-h`}>{hint}</small>}
      {error && (
        <FieldError id={`${id}-e`}>
          <HiddenEmoji text={error} />
        </FieldError>
      )}
    </div>
  );
}

export function Field({ label, error, hint, optional, ...input }: FieldProps & ComponentPropsWithRef<'input'>) {
  return (
    <FieldFrame label={label} error={error} hint={hint} optional={optional}>
      {(bound) => <input className="in" {...input} {...bound} />}
    </FieldFrame>
  );
}

/** A multi-line field. */
export function TextField({ label, error, hint, optional, ...area }: FieldProps & ComponentPropsWithRef<'textarea'>) {
  return (
    <FieldFrame label={label} error={error} hint={hint} optional={optional}>
      {(bound) => <textarea className="in" {...area} {...bound} />}
    </FieldFrame>
  );
}

/** A select; `children` are its options. */
export function SelectField({ label, error, hint, optional, ...select }: FieldProps & ComponentPropsWithRef<'select'>) {
  return (
    <FieldFrame label={label} error={error} hint={hint} optional={optional}>
      {(bound) => <select className="in" {...select} {...bound} />}
    </FieldFrame>
  );
}

/** What is wrong with a field; `id` is that of its control with `-e`. */
export const FieldError = ({ id, children }: { id: string; children: ReactNode }) => (
  <p className="err" id={id}>
    <Icon of={alert} />
    {children}
  </p>
);

/** After a rejected submit: moves the focus to the first wrong field, once it is drawn, or has it read out again. */
export function focusFirstError(form: HTMLElement | null): void {
  requestAnimationFrame(() => {
    const field = form?.querySelector<HTMLElement>('[aria-invalid="true"]');
    if (field !== document.activeElement) return field?.focus();
    // Screen readers read a sentence when the focus comes to its field; where it is already, alerts that come in.
    const place = form?.querySelector('.err');
    place?.setAttribute('role', 'alert');
    place?.replaceWith(place);
  });
}

/** The ref of a form that moves the focus to its first wrong field after each rejected submit. */
export function useErrorFocus<E extends HTMLElement = HTMLFormElement>(rejections: number): RefObject<E | null> {
  const ref = useRef<E>(null);
  useEffect(() => {
    if (rejections) focusFirstError(ref.current);
  }, [rejections]);
  return ref;
}
