import { useState } from 'react';
import { Picture } from '../../ui/Picture.tsx';
import { imageProblem, prepareImage } from '../prepareImage.ts';
import { ImageDrop, usePreview } from './ImageDrop.tsx';

interface Props {
  label: string;
  /** The picture chosen now, not uploaded yet. */
  file: File | undefined;
  /** Address of the stored picture, shown while none is chosen. */
  stored?: string | null;
  error: string | undefined;
  locked: boolean;
  onPick: (file: File | undefined) => void;
  /** Removes the stored picture, where the form may have none. */
  onRemove?: () => void;
}

/** One picture: chosen, checked, resized where it is too large, and shown before it is uploaded. */
export function ImagePicker({ label, file, stored, error, locked, onPick, onRemove }: Props) {
  const [refusal, setRefusal] = useState<string>();
  const preview = usePreview(file);
  const wrong = refusal ?? error;

  const take = async ([chosen]: File[]) => {
    setRefusal(undefined);
    try {
      onPick(await prepareImage(chosen as File));
    } catch (reason) {
      setRefusal(imageProblem(reason));
    }
  };

  return (
    <ImageDrop
      label={label}
      hint="JPEG, PNG, WebP ya da AVIF. Buraya sürükleyip bırakabilirsiniz."
      busyHint="Görsel hazırlanıyor…"
      pickLabel={preview || stored ? 'Başka görsel seç' : 'Görsel seç'}
      locked={locked}
      errors={wrong ? [wrong] : []}
      onFiles={take}
      actions={
        <>
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
        </>
      }
    >
      {preview ? (
        <img src={preview} alt="Seçilen görselin önizlemesi" />
      ) : (
        stored && <Picture src={stored} alt="Kayıtlı görsel" sizes="19rem" />
      )}
    </ImageDrop>
  );
}
