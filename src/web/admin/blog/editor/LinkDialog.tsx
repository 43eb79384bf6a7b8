import { type SubmitEvent, useState } from 'react';
import { createPortal } from 'react-dom';
import { Button } from '../../../ui/Button.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { Field, useErrorFocus } from '../../../ui/Field.tsx';
import type { Editor } from './editor.ts';

/** What to insert, with its initial values. */
export interface Insertion {
  kind: 'link' | 'video';
  address: string;
  text: string;
}

interface Props {
  editor: Editor;
  insertion: Insertion;
  onDone: () => void;
}

const words = {
  link: {
    title: 'Bağlantı',
    label: 'Adres',
    hint: 'Web adresi ya da e-posta adresi. YouTube ve Vimeo adresleri oynatıcıya çevrilir.',
    wrong: 'Bu bir web adresi ya da e-posta adresi değil.',
  },
  video: {
    title: 'Video',
    label: 'Videonun adresi',
    hint: 'YouTube ya da Vimeo sayfasının adresini yapıştırın.',
    wrong: 'Bu bir YouTube ya da Vimeo adresi değil.',
  },
};

/** Asks for an address. Rendered outside the page's form: submitting a nested form would save the post. */
export function LinkDialog({ editor, insertion, onDone }: Props) {
  const [wrong, setWrong] = useState(false);
  const [rejections, setRejections] = useState(0);
  const element = useErrorFocus(rejections);
  const { kind, address, text } = insertion;
  const { title, label, hint, wrong: sentence } = words[kind];
  const close = () => {
    setWrong(false);
    onDone();
  };
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    event.stopPropagation();
    const form = new FormData(event.currentTarget);
    const written = String(form.get('address'));
    const done = kind === 'video' ? editor.video(written) : editor.link(written, String(form.get('text') ?? ''));
    if (done) return close();
    setWrong(true);
    setRejections(rejections + 1);
  };
  return createPortal(
    <Dialog
      title={title}
      onClose={close}
      closeLabel="Vazgeç"
      foot={
        <Button type="submit" form="metne-ekle">
          Ekle
        </Button>
      }
    >
      <form className="form" id="metne-ekle" ref={element} noValidate onSubmit={submit}>
        <Field
          label={label}
          hint={hint}
          name="address"
          inputMode="url"
          autoComplete="off"
          defaultValue={address}
          error={wrong ? sentence : undefined}
          onChange={() => setWrong(false)}
        />
        {kind === 'link' && !text && !address && (
          <Field label="Görünecek metin" name="text" optional autoComplete="off" />
        )}
      </form>
    </Dialog>,
    document.body,
  );
}
