import { useStore } from '@nanostores/react';
import { useEffect, useId, useRef, useState } from 'react';
import { Icon } from '../../../ui/Icon.tsx';
import { globe, image as imageIcon, video as videoIcon } from '../../ui/icons.ts';
import { createQuillEditor, type Editor } from './editor.ts';
import { type Insertion, LinkDialog } from './LinkDialog.tsx';
import '../../../styles/rich-text.css';
import './editor-frame.css';
import './editor-text.css';
import { PictureDialog, type PictureInsertion } from './PictureDialog.tsx';
import { Toolbar } from './Toolbar.tsx';

interface Props {
  label: string;
  /** HTML. */
  value: string;
  busy: boolean;
  onChange: (html: string) => void;
}

/** The editor of a post's text, which looks as on the page. */
export default function RichText({ label, value, busy, onChange }: Props) {
  const id = useId();
  const host = useRef<HTMLDivElement>(null);
  const [editor, setEditor] = useState<Editor>();
  const [insertion, setInsertion] = useState<Insertion | PictureInsertion>();
  const latest = useRef(onChange);
  latest.current = onChange;

  useEffect(() => {
    const made: Editor = createQuillEditor(host.current as HTMLElement, {
      labelledBy: id,
      onChange: (html) => latest.current(html),
      onLink: () => setInsertion(askLink(made)),
      onPicture: (file) => setInsertion({ kind: 'picture', file }),
    });
    setEditor(made);
    return () => made.destroy();
  }, [id]);
  useEffect(() => editor?.show(value), [editor, value]);
  useEffect(() => editor?.enable(!busy), [editor, busy]);

  const close = () => setInsertion(undefined);
  const wasOpen = useRef(false);
  // A closed dialog gives the focus to its button; writing goes on in the text.
  useEffect(() => {
    if (!insertion && wasOpen.current) editor?.focus();
    wasOpen.current = Boolean(insertion);
  }, [editor, insertion]);

  return (
    <div className="field">
      <span className="lbl" id={id}>
        {label}
      </span>
      <div className="rte">
        <Toolbar editor={editor} disabled={busy || !editor} />
        <div className="rte__body" ref={host} />
        {editor && <Foot editor={editor} disabled={busy} onInsert={setInsertion} />}
      </div>
      {editor && insertion && insertion.kind !== 'picture' && (
        <LinkDialog editor={editor} insertion={insertion} onDone={close} />
      )}
      {editor && insertion?.kind === 'picture' && (
        <PictureDialog editor={editor} insertion={insertion} onDone={close} />
      )}
    </div>
  );
}

const askLink = (editor: Editor): Insertion => {
  const { link } = editor.$formats.get();
  return { kind: 'link', address: typeof link === 'string' ? link : '', text: editor.selectedText() };
};

/** Buttons for links, pictures and videos, below the text. */
function Foot({
  editor,
  disabled,
  onInsert,
}: {
  editor: Editor;
  disabled: boolean;
  onInsert: (insertion: Insertion | PictureInsertion) => void;
}) {
  const { link, alt } = useStore(editor.$formats);
  return (
    <div className="rte__foot">
      <button
        type="button"
        className="link"
        disabled={disabled}
        aria-keyshortcuts="Control+K"
        onClick={() => onInsert(askLink(editor))}
      >
        <Icon of={globe} />
        {link ? 'Bağlantıyı değiştir' : 'Bağlantı ekle'}
      </button>
      {typeof link === 'string' && (
        <button type="button" className="link" disabled={disabled} onClick={() => editor.unlink()}>
          Bağlantıyı kaldır
        </button>
      )}
      <button type="button" className="link" disabled={disabled} onClick={() => onInsert({ kind: 'picture' })}>
        <Icon of={imageIcon} />
        Görsel ekle
      </button>
      {typeof alt === 'string' && (
        <button type="button" className="link" disabled={disabled} onClick={() => onInsert({ kind: 'picture', alt })}>
          Görselin açıklamasını değiştir
        </button>
      )}
      <button
        type="button"
        className="link"
        disabled={disabled}
        onClick={() => onInsert({ kind: 'video', address: '', text: '' })}
      >
        <Icon of={videoIcon} />
        Video ekle
      </button>
      {typeof link === 'string' && <span className="rte__href">{link}</span>}
    </div>
  );
}
