import { atom, type ReadableAtom } from 'nanostores';
import Quill, { type Range } from 'quill/core';
import { toLink, toVideo } from '../../../../shared/richText.ts';
import { storedUrl } from '../../../media.ts';
import { toast } from '../../../ui/toast.ts';
import type { TrustedTypes } from '../../../ui/trustedHtml.ts';
import { insertVideo, linkRange, linkTypedAddresses, pasteAddresses } from './addresses.ts';
import { formats, matchers } from './formats.ts';
import { disarm } from './paste.ts';
import { insertPicture, pictureIndex } from './pictures.ts';

// Quill parses the HTML it is given; what its formats and matchers do not know is dropped afterwards.
(globalThis as { trustedTypes?: TrustedTypes }).trustedTypes?.createPolicy('default', { createHTML: disarm });

/** Formats at the cursor, by Quill's names. */
type Formats = Record<string, unknown>;

interface Options {
  /** Id of the element that labels the editor. */
  labelledBy: string;
  /** Called after a change by the user; `html` is empty for an empty text. */
  onChange: (html: string) => void;
  /** Called for Ctrl+K. */
  onLink: () => void;
  /** Called with a file that is dropped or pasted into the text. */
  onPicture: (file: File) => void;
}

/** The part of Quill that the form uses. */
export interface Editor {
  $formats: ReadableAtom<Formats>;
  /** Shows a text, unless it is the current one. */
  show(html: string): void;
  enable(on: boolean): void;
  /** Puts the cursor back where it was. */
  focus(): void;
  /** Sets a format at the selection; a blank value removes it. */
  format(name: string, value: string | boolean): void;
  /** Removes all formats at the selection. */
  clean(): void;
  selectedText(): string;
  /** Links the selection, or inserts `text` as a link. Answers whether the address is valid. */
  link(address: string, text: string): boolean;
  unlink(): void;
  /** Inserts a video on a line of its own. Answers whether the address is one of a video. */
  video(address: string): boolean;
  /** Inserts a picture on a line of its own. */
  picture(address: string, alt: string): void;
  /** Changes what the picture at the cursor is described with. */
  describePicture(alt: string): void;
  destroy(): void;
}

/** Creates Quill in an element of its own, which `destroy` removes: Quill has no destructor. */
export function createQuillEditor(host: HTMLElement, { labelledBy, onChange, onLink, onPicture }: Options): Editor {
  const element = document.createElement('div');
  host.append(element);
  const takePicture = (range: Range, [file, ...others]: Iterable<File>) => {
    if (!file) return;
    quill.setSelection(range);
    onPicture(file);
    if (others.length)
      toast({ text: `Görseller birer birer eklenir; öbür ${others.length} görsel alınmadı.`, tone: 'warn' });
  };
  const quill: Quill = new Quill(element, {
    formats,
    modules: {
      clipboard: { matchers },
      keyboard: {
        bindings: {
          // Tab moves the focus on, as in every field.
          ...{ tab: null, indent: null, outdent: null },
          link: { key: 'k', shortKey: true, handler: onLink },
          // Of numbers only the first one begins a list: '3. sınıf' would become its first entry.
          'list autofill': { prefix: /^\s*?(?:1\.|-|\*)$/ },
          heading: { key: ' ', collapsed: true, prefix: /^#{2,3}$/, handler: typeHeading },
        },
      },
    },
  });
  // Files of every type: the dialog says why one cannot be used.
  quill.uploader.upload = takePicture;
  quill.root.setAttribute('role', 'textbox');
  quill.root.setAttribute('aria-multiline', 'true');
  quill.root.setAttribute('aria-labelledby', labelledBy);
  quill.root.setAttribute('lang', 'tr');

  const $formats = atom<Formats>({});
  /** The text as it was shown and as Quill rewrote it; an unchanged text is announced as it was shown. */
  let original = { html: '', asShown: '' };
  let announced = '';

  const read = () =>
    quill.editor.isBlank()
      ? ''
      : quill.root.innerHTML
          .replace(/<span class="ql-ui"[^>]*><\/span>/g, '')
          .replace(/<img src="([^"]+)"/g, (_, src: string) => `<img src="${storedUrl(src)}"`);
  const readFormats = () => {
    const range = quill.getSelection();
    if (range) $formats.set(quill.getFormat(range));
  };
  quill.on('editor-change', readFormats);
  // A format for what is typed next changes nothing yet, so that Quill announces nothing; shortcuts set it here, too.
  const setFormat = quill.format.bind(quill);
  quill.format = (...change) => {
    const delta = setFormat(...change);
    readFormats();
    return delta;
  };
  quill.on('text-change', (_delta, _before, source) => {
    if (source !== 'user') return;
    const html = read();
    announced = html === original.asShown ? original.html : html;
    onChange(announced);
  });
  quill.root.addEventListener('click', ({ target }) => {
    const clicked = target instanceof HTMLImageElement && Quill.find(target);
    if (clicked && 'offset' in clicked) quill.setSelection(clicked.offset(quill.scroll), 1, 'user');
  });
  pasteAddresses(quill);
  linkTypedAddresses(quill);
  keepCursorInSight(quill);

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
    // Quill's own `focus` does nothing where a closed dialog gave the focus back, which does not bring the cursor back.
    focus: () => quill.setSelection(quill.selection.savedRange),
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
    picture: (address, alt) => insertPicture(quill, at().index, address, alt),
    describePicture(alt) {
      const index = pictureIndex(quill, at());
      if (index !== undefined) quill.formatText(index, 1, 'alt', alt, 'user');
    },
    destroy() {
      quill.off('editor-change');
      quill.off('text-change');
      element.remove();
    },
  };
}

/** Scrolls what is typed out from under the bar of unsaved changes: Quill knows the window's edge only. */
function keepCursorInSight(quill: Quill): void {
  const look = () => {
    const cursor = quill.hasFocus() && quill.getBounds(quill.getSelection() ?? 0);
    const bar = document.querySelector('.unsaved')?.getBoundingClientRect().top;
    const hidden = cursor && bar ? quill.container.getBoundingClientRect().top + cursor.bottom - bar : 0;
    if (hidden > 0) scrollBy({ top: hidden, behavior: 'instant' });
  };
  quill.on('text-change', (_delta, _before, source) => source === 'user' && requestAnimationFrame(look));
}

/** Turns the signs `##` or `###` before the cursor into a heading of that level. */
function typeHeading(this: { quill: Quill }, range: Range, { prefix }: { prefix: string }): void {
  const { quill } = this;
  quill.insertText(range.index, ' ', 'user');
  // Makes the heading an undo step of its own: the signs come back.
  quill.history.cutoff();
  const start = range.index - prefix.length;
  quill.deleteText(start, prefix.length + 1, 'user');
  quill.formatLine(start, 1, 'header', prefix.length, 'user');
  quill.setSelection(start, 0, 'silent');
}
