import { type DragEvent, useEffect, useId, useRef, useState } from 'react';
import { FieldError } from '../../ui/Field.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { upload } from '../../ui/icons.ts';
import { Picture } from '../../ui/Picture.tsx';
import { ImageRefusal, imageTypes, prepareImage } from '../images.ts';

interface Props {
  label: string;
  /** The picture chosen now, not sent yet. */
  file: File | undefined;
  /** Address of the stored picture, shown while none is chosen. */
  stored?: string | null;
  error: string | undefined;
  /** While the form is being saved: a picture chosen now would not be sent. */
  locked: boolean;
  onPick: (file: File | undefined) => void;
  /** Takes the stored picture away, where there may be none. */
  onRemove?: () => void;
}

/** One picture: chosen or dropped here, checked, sized down where it is too large, and shown before it is sent. */
export function ImagePicker({ label, file, stored, error, locked, onPick, onRemove }: Props) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [refusal, setRefusal] = useState<string>();
  const [busy, setBusy] = useState(false);
  const [over, setOver] = useState(false);
  const preview = usePreview(file);
  const wrong = refusal ?? error;

  const take = async (chosen: File | undefined) => {
    if (!chosen || locked) return;
    setBusy(true);
    setRefusal(undefined);
    try {
      onPick(await prepareImage(chosen));
    } catch (reason) {
      setRefusal(reason instanceof ImageRefusal ? reason.message : 'Görsel açılamadı.');
    }
    setBusy(false);
    // The same file may be chosen again after it was refused or taken back.
    if (input.current) input.current.value = '';
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    void take(event.dataTransfer.files[0]);
  };

  return (
    <div className="field">
      <label className="lbl" htmlFor={id}>
        {label}
      </label>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: dropping is a second way; the button inside is the first */}
      <div
        className="drop"
        data-over={over || undefined}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
      >
        {preview ? (
          <img src={preview} alt="Seçilen görselin önizlemesi" />
        ) : (
          stored && <Picture src={stored} alt="Kayıtlı görsel" sizes="19rem" />
        )}
        <p id={`${id}-h`}>
          {busy ? 'Görsel hazırlanıyor…' : 'JPEG, PNG, WebP ya da AVIF. Buraya sürükleyip bırakabilirsiniz.'}
        </p>
        <span className="drop__acts">
          <span className="btn btn--line btn--sm drop__pick">
            <Icon of={upload} />
            {preview || stored ? 'Başka görsel seç' : 'Görsel seç'}
            <input
              id={id}
              ref={input}
              type="file"
              accept={imageTypes}
              disabled={locked}
              aria-invalid={wrong ? true : undefined}
              aria-describedby={`${id}-h${wrong ? ` ${id}-e` : ''}`}
              onChange={(event) => void take(event.target.files?.[0])}
            />
          </span>
          {file && (
            <button type="button" className="link" disabled={locked} onClick={() => onPick(undefined)}>
              Geri al
            </button>
          )}
          {!file && stored && onRemove && (
            <button type="button" className="link" disabled={locked} onClick={onRemove}>
              Görseli kaldır
            </button>
          )}
        </span>
      </div>
      {wrong && <FieldError id={`${id}-e`}>{wrong}</FieldError>}
    </div>
  );
}

/** An address under which the browser shows a file that was not sent yet; let go of when it is not needed any more. */
export function usePreview(file: File | undefined): string | undefined {
  const [address, setAddress] = useState<string>();
  useEffect(() => {
    if (!file) return setAddress(undefined);
    const made = URL.createObjectURL(file);
    setAddress(made);
    return () => URL.revokeObjectURL(made);
  }, [file]);
  return address;
}
