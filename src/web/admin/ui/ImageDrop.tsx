import { type DragEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { FieldError } from '../../ui/Field.tsx';
import { HiddenEmoji } from '../../ui/HiddenEmoji.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { imageTypes } from '../prepareImage.ts';
import { upload } from './icons.ts';

interface Props {
  label: ReactNode;
  /** Says what can be dropped, and `busyHint` that files are being prepared. */
  hint: string;
  busyHint: string;
  /** Label of the button; undefined when no more files fit. */
  pickLabel: string | undefined;
  multiple?: boolean;
  /** The form is being sent: a file chosen now would not be part of it. */
  locked: boolean;
  errors: string[];
  onFiles: (files: File[]) => Promise<void>;
  /** The pictures chosen so far. */
  children: ReactNode;
  /** Shown beside the button. */
  actions?: ReactNode;
}

/** A field for image files, chosen by its button or dropped on it. */
export function ImageDrop(props: Props) {
  const { label, hint, busyHint, pickLabel, multiple, locked, errors, onFiles, children, actions } = props;
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [busy, setBusy] = useState(false);
  const [over, setOver] = useState(false);

  const take = async (files: FileList | null) => {
    if (!files?.length || locked) return;
    setBusy(true);
    await onFiles([...files]);
    setBusy(false);
    // Lets the same file be chosen again.
    if (input.current) input.current.value = '';
  };
  // A picture that is dragged to another place of the form carries no files.
  const hasFiles = ({ dataTransfer }: DragEvent) => dataTransfer.types.includes('Files');

  return (
    <div className="field">
      <label className="lbl" htmlFor={id}>
        {label}
      </label>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the button inside does the same as dropping */}
      <div
        className="drop"
        data-over={over || undefined}
        onDragOver={(event) => {
          if (!hasFiles(event)) return;
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={(event) => {
          setOver(false);
          if (!hasFiles(event)) return;
          event.preventDefault();
          void take(event.dataTransfer.files);
        }}
      >
        {children}
        <p id={`${id}-h`}>{busy ? busyHint : hint}</p>
        <span className="drop__acts">
          {pickLabel && (
            <span className="btn btn--line btn--sm drop__pick">
              <Icon of={upload} />
              {pickLabel}
              <input
                id={id}
                ref={input}
                type="file"
                multiple={multiple}
                accept={imageTypes}
                disabled={locked}
                aria-invalid={errors.length ? true : undefined}
                aria-describedby={`${id}-h${errors.length ? ` ${id}-e` : ''}`}
                onChange={(event) => void take(event.target.files)}
              />
            </span>
          )}
          {actions}
        </span>
      </div>
      {errors.length > 0 && (
        <div id={`${id}-e`} role="alert">
          {errors.map((error, index) => (
            <FieldError key={error} id={`${id}-e${index}`}>
              <HiddenEmoji text={error} />
            </FieldError>
          ))}
        </div>
      )}
    </div>
  );
}

/** An address at which the browser shows a file that is not uploaded yet. */
export function usePreview(file: File | undefined): string | undefined {
  const [address, setAddress] = useState<string>();
  useEffect(() => {
    if (!file) return setAddress(undefined);
    const created = URL.createObjectURL(file);
    setAddress(created);
    return () => URL.revokeObjectURL(created);
  }, [file]);
  return address;
}
