import { useStore } from '@nanostores/react';
import { type SubmitEvent, useEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import { pictureTexts } from '../../../../shared/texts.ts';
import { Button } from '../../../ui/Button.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { Field, useErrorFocus } from '../../../ui/Field.tsx';
import { imageProblem, prepareImage } from '../../prepareImage.ts';
import { ImageDrop, usePreview } from '../../ui/ImageDrop.tsx';
import type { Editor } from './editor.ts';
import { $upload, startUpload, stopUpload } from './pictureUpload.store.ts';

/** A picture to insert into the text, or the one at the cursor, whose description is to be changed. */
export interface PictureInsertion {
  kind: 'picture';
  file?: File;
  /** Description of the picture at the cursor; undefined for a new one. */
  alt?: string;
}

interface Props {
  editor: Editor;
  insertion: PictureInsertion;
  onDone: () => void;
}

/** Asks for a picture and what it shows, and uploads it. Rendered outside the page's form, as LinkDialog. */
export function PictureDialog({ editor, insertion, onDone }: Props) {
  const isNew = insertion.alt === undefined;
  const [file, setFile] = useState<File>();
  const [alt, setAlt] = useState(insertion.alt ?? '');
  const [wrong, setWrong] = useState<{ picture?: string; alt?: string }>({});
  const [rejections, setRejections] = useState(0);
  const element = useErrorFocus(rejections);
  const { progress, problem = wrong.picture } = useStore($upload);
  const preview = usePreview(file);
  const busy = progress !== undefined;
  const take = async (chosen: File | undefined) => {
    stopUpload();
    setFile(chosen);
    setWrong(({ alt }) => ({ alt }));
    try {
      if (chosen) await prepareImage(chosen);
    } catch (error) {
      setFile((now) => (now === chosen ? undefined : now));
      setWrong(({ alt }) => ({ alt, picture: imageProblem(error) }));
    }
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: a pasted file is taken once
  useEffect(() => {
    void take(insertion.file);
    return stopUpload;
  }, []);

  const insert = async (chosen: File) => {
    const address = await startUpload(chosen);
    if (address === undefined) return;
    editor.picture(address, alt.trim());
    onDone();
  };
  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    event.stopPropagation();
    const missing = {
      picture: isNew && !file ? pictureTexts.missing : undefined,
      alt: alt.trim() ? undefined : 'Lütfen görselde ne olduğunu yazın.',
    };
    setWrong(missing);
    if (missing.picture || missing.alt) return setRejections(rejections + 1);
    if (busy) return;
    if (file) return insert(file);
    editor.describePicture(alt.trim());
    onDone();
  };

  return createPortal(
    <Dialog
      title={isNew ? 'Yazının içine görsel' : 'Görselin açıklaması'}
      onClose={onDone}
      closeLabel="Vazgeç"
      foot={
        <Button type="submit" form="metne-gorsel" busy={busy}>
          {isNew ? 'Ekle' : 'Değiştir'}
        </Button>
      }
    >
      <form className="form" id="metne-gorsel" ref={element} noValidate onSubmit={submit}>
        {isNew && (
          <ImageDrop
            label="Görsel"
            hint="JPEG, PNG, WebP ya da AVIF. Buraya sürükleyip bırakabilirsiniz."
            busyHint="Görsel hazırlanıyor…"
            pickLabel={file ? 'Başka görsel seç' : 'Görsel seç'}
            locked={busy}
            errors={problem ? [problem] : []}
            onFiles={([chosen]) => take(chosen)}
          >
            {preview && <img src={preview} alt="Seçilen görselin önizlemesi" />}
          </ImageDrop>
        )}
        <Field
          label="Görselde ne var?"
          hint="Görseli göremeyenlere okunur: “Masada yarım kalmış bir örgü”."
          name="alt"
          maxLength={300}
          autoComplete="off"
          autoFocus={!isNew || Boolean(insertion.file)}
          value={alt}
          error={wrong.alt}
          onChange={(event) => setAlt(event.target.value)}
        />
        {busy && (
          <p role="status">
            <progress max={100} value={Math.round(progress * 100)} aria-label="Yükleme" />
            {progress < 1 ? `%${Math.round(progress * 100)} yüklendi` : 'Görsel işleniyor…'}
          </p>
        )}
      </form>
    </Dialog>,
    document.body,
  );
}
