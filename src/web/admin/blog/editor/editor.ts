import { atom, type ReadableAtom } from 'nanostores';
import Quill, { type Range } from 'quill/core';
import { toLink, toVideo } from '../../../../shared/richText.ts';
import { insertVideo, linkRange, linkTypedAddresses, pasteAddresses } from './addresses.ts';
import { formats, matchers } from './formats.ts';

/** Formats where the cursor stands, by Quill's names. */
export type Formats = Record<string, unknown>;

interface Options {
  /** Id of the element that names the editor. */
  labelledBy: string;
  /** The person changed something; `html` is empty for an empty text. */
  onChange: (html: string) => void;
  /** The person asked for a link (Ctrl+K). */
  onLink: () => void;
  /** Somebody tried to put a picture into the text. */
  onPicture: () => void;
}

/** Quill behind a narrow door. */
export interface Editor {
  $formats: ReadableAtom<Formats>;
  /** Shows a text, unless it is the one shown or last told. */
  show(html: string): void;
  enable(on: boolean): void;
  /** Sets a format at the selection; a blank value takes it away. */
  format(name: string, value: string | boolean): void;
  /** Takes every format away. */
  clean(): void;
  selectedText(): string;
  /** Links the selection, or puts `text` there. Answers whether the address was one. */
  link(address: string, text: string): boolean;
  unlink(): void;
  /** Puts a video on a line of its own. Answers whether the address was one. */
  video(address: string): boolean;
  destroy(): void;
}

/** Quill has no end of its own: everything hangs on one element, which goes with it, so that StrictMode leaves no second one. */
export function createEditor(host: HTMLElement, { labelledBy, onChange, onLink, onPicture }: Options): Editor {
  const element = document.createElement('div');
  host.append(element);
  const quill = new Quill(element, {
    formats,
    modules: {
      clipboard: { matchers },
      uploader: { mimetypes: ['image/png', 'image/jpeg', 'image/webp', 'image/avif', 'image/gif'], handler: onPicture },
      keyboard: {
        bindings: {
          // Tab leaves the editor, as it leaves every field: nobody is caught in here.
          ...{ tab: null, indent: null, outdent: null },
          link: { key: 'k', shortKey: true, handler: onLink },
        },
      },
    },
  });
  quill.root.setAttribute('role', 'textbox');
  quill.root.setAttribute('aria-multiline', 'true');
  quill.root.setAttribute('aria-labelledby', labelledBy);
  quill.root.setAttribute('lang', 'tr');

  const $formats = atom<Formats>({});
  /** The text as it was given, and what Quill made of it: unchanged, it is the given one that counts. */
  let original = { html: '', asShown: '' };
  let announced = '';

  const read = () =>
    quill.editor.isBlank() ? '' : quill.root.innerHTML.replace(/<span class="ql-ui"[^>]*><\/span>/g, '');
  quill.on('editor-change', () => {
    const range = quill.getSelection();
    if (range) $formats.set(quill.getFormat(range));
  });
  quill.on('text-change', (_delta, _before, source) => {
    if (source !== 'user') return;
    const html = read();
    announced = html === original.asShown ? original.html : html;
    onChange(announced);
  });
  pasteAddresses(quill);
  linkTypedAddresses(quill);

  const at = (): Range => quill.getSelection(true);
  return {
    $formats,
    show(html) {
      if (html === announced) return;
      quill.setContents(quill.clipboard.convert({ html }), 'silent');
      quill.history.clear();
      announced = html;
      original = { html, asShown: read() };
      $formats.set({});
    },
    enable: (on) => quill.enable(on),
    format: (name, value) => quill.format(name, value || false, 'user'),
    clean() {
      const range = at();
      if (range.length) return void quill.removeFormat(range.index, range.length, 'user');
      for (const name of Object.keys(quill.getFormat(range))) quill.format(name, false, 'user');
    },
    selectedText() {
      const range = quill.selection.savedRange;
      return range.length ? quill.getText(range.index, range.length) : '';
    },
    link(address, text) {
      const href = toLink(address);
      if (!href) return false;
      const range = linkRange(quill, at());
      if (range.length) quill.formatText(range.index, range.length, 'link', href, 'user');
      else quill.insertText(range.index, text || address, { link: href }, 'user');
      quill.setSelection(range.index + (range.length || (text || address).length), 0, 'user');
      return true;
    },
    unlink() {
      const range = linkRange(quill, at());
      quill.formatText(range.index, range.length, 'link', false, 'user');
    },
    video(address) {
      const embed = toVideo(address);
      if (!embed) return false;
      insertVideo(quill, at().index, embed);
      return true;
    },
    destroy() {
      quill.off('editor-change');
      quill.off('text-change');
      element.remove();
    },
  };
}
