import { useStore } from '@nanostores/react';
import { focusClasses, withFocus } from '../../../shared/pictures.ts';
import { mediaUrl } from '../../media.ts';
import type { EditForm } from '../../ui/editForm.ts';
import { Picture } from '../../ui/Picture.tsx';
import { imageProblem, prepareImage } from '../prepareImage.ts';
import { FocusField } from './FocusField.tsx';
import { ImageDrop, usePreview } from './ImageDrop.tsx';

interface Props<V extends Record<string, unknown>> {
  form: Pick<EditForm<V>, '$form' | 'prepare' | 'refuse' | 'set'>;
  /** The field that holds the picture chosen now, not uploaded yet. */
  name: keyof V & string;
  label: string;
  /** Address of the stored picture, shown while none is chosen. */
  stored?: string | null;
  error: string | undefined;
  /** Removes the stored picture, where the form may have none. */
  onRemove?: () => void;
  /** The point that stays visible where the picture is cut, where it can be chosen. */
  focus?: { value: string; onChange: (focus: string) => void };
}

/** One picture: chosen, checked, resized where it is too large, and shown before it is uploaded. */
export function ImagePicker<V extends Record<string, unknown>>(props: Props<V>) {
  const { form, name, label, stored, error, onRemove, focus } = props;
  const { values, sending: locked } = useStore(form.$form);
  const file = values[name] as File | undefined;
  const setFile = (next: File | undefined) => form.set(name, next as V[typeof name]);
  const preview = usePreview(file);

  const take = async ([chosen]: File[]) => {
    form.refuse(name, undefined);
    try {
      await form.prepare(() => prepareImage(chosen as File), setFile);
    } catch (reason) {
      form.refuse(name, imageProblem(reason));
    }
  };

  return (
    <ImageDrop
      label={label}
      hint="JPEG, PNG, WebP ya da AVIF. Buraya sürükleyip bırakabilirsiniz."
      busyHint="Görsel hazırlanıyor…"
      pickLabel={preview || stored ? 'Başka görsel seç' : 'Görsel seç'}
      locked={locked}
      errors={error ? [error] : []}
      onFiles={take}
      actions={
        <>
          {file && (
            <button type="button" className="link" disabled={locked} onClick={() => setFile(undefined)}>
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
        <img src={preview} alt="Seçilen görselin önizlemesi" className={focus && focusClasses(focus.value)} />
      ) : (
        stored && <Picture src={focus ? withFocus(stored, focus.value) : stored} alt="Kayıtlı görsel" sizes="19rem" />
      )}
      {focus && (preview || stored) && (
        <details className="focus-choice">
          <summary>Kesilince görünen yer</summary>
          <p>Görsel kartlarda kesilir. Hep görünmesi gereken yere basın ya da ok tuşlarını kullanın.</p>
          <FocusField src={preview ?? mediaUrl(stored ?? '')} label="Görsel" locked={locked} {...focus} />
        </details>
      )}
    </ImageDrop>
  );
}
