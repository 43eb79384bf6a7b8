import { useStore } from '@nanostores/react';
import { type KeyboardEvent, type ReactNode, useRef } from 'react';
import type { richTextFormats } from '../../../../shared/richText.ts';
import { Icon } from '../../../ui/Icon.tsx';
import { renderOptions } from '../../ui/filters.tsx';
import { bulletList, clearFormat, numberedList } from '../../ui/icons.ts';
import type { Editor } from './editor.ts';

type Names<F extends keyof typeof richTextFormats> = Record<'' | (typeof richTextFormats)[F][number], string>;

/** By the level of the heading. */
const lines = { '': 'Metin', 2: 'Başlık', 3: 'Alt başlık' };
const fonts: Names<'font'> = { '': 'Alegreya', sans: 'Commissioner', mono: 'Daktilo' };
const sizes: Names<'size'> = { small: 'Küçük', '': 'Normal', large: 'Büyük', huge: 'Çok büyük' };
const colours: Names<'color'> = {
  '': 'Kendi rengi',
  red: 'Kırmızı',
  sea: 'Deniz',
  green: 'Yeşil',
  brown: 'Kahve',
  damson: 'Mürdüm',
  grey: 'Gri',
};
const grounds: Names<'bg'> = { '': 'Boş', peach: 'Şeftali', mist: 'Sis', sage: 'Adaçayı', quince: 'Ayva', flour: 'Un' };

/** The editor's buttons; one tab stop, arrow keys move between them. */
export function Toolbar({ editor, disabled }: { editor: Editor | undefined; disabled: boolean }) {
  const bar = useRef<HTMLDivElement>(null);
  const walk = (event: KeyboardEvent) => {
    const controls = [...(bar.current?.querySelectorAll<HTMLElement>('button, select') ?? [])];
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!step) return;
    event.preventDefault();
    const next = controls.at((controls.indexOf(event.target as HTMLElement) + step) % controls.length);
    for (const control of controls) control.tabIndex = control === next ? 0 : -1;
    next?.focus();
  };
  const shared = { editor, disabled };
  return (
    <div className="rte__bar" role="toolbar" aria-label="Biçim" ref={bar} onKeyDown={walk}>
      <Choice {...shared} name="header" label="Satır türü" names={lines} first />
      <Choice {...shared} name="font" label="Yazı tipi" names={fonts} />
      <Choice {...shared} name="size" label="Boyut" names={sizes} />
      <span className="rte__gap" />
      <Toggle {...shared} name="bold" label="Kalın" keys="Control+B">
        <b>K</b>
      </Toggle>
      <Toggle {...shared} name="italic" label="İtalik" keys="Control+I">
        <em>İ</em>
      </Toggle>
      <Toggle {...shared} name="underline" label="Altı çizili" keys="Control+U">
        <u>A</u>
      </Toggle>
      <Toggle {...shared} name="strike" label="Üstü çizili">
        <s>Ü</s>
      </Toggle>
      <span className="rte__gap" />
      <Swatch {...shared} name="color" label="Yazı rengi" names={colours} />
      <Swatch {...shared} name="background" label="Arka plan" names={grounds} />
      <span className="rte__gap" />
      <Toggle {...shared} name="list" value="ordered" label="Numaralı liste">
        <Icon of={numberedList} />
      </Toggle>
      <Toggle {...shared} name="list" value="bullet" label="Madde listesi">
        <Icon of={bulletList} />
      </Toggle>
      <button
        type="button"
        tabIndex={-1}
        aria-label="Biçimi temizle"
        title="Biçimi temizle"
        disabled={disabled}
        onMouseDown={(event) => event.preventDefault()}
        onClick={() => editor?.clean()}
      >
        <Icon of={clearFormat} />
      </button>
    </div>
  );
}

interface ControlProps {
  editor: Editor | undefined;
  disabled: boolean;
  name: string;
  label: string;
}

function useFormat(editor: Editor | undefined, name: string): unknown {
  const formats = useStore(editor?.$formats ?? none);
  return formats[name];
}

const none = { get: () => ({}), listen: () => () => {}, value: {} } as unknown as Editor['$formats'];

function Toggle({
  editor,
  disabled,
  name,
  label,
  value = true,
  keys,
  children,
}: ControlProps & { value?: string | true; keys?: string; children: ReactNode }) {
  const on = useFormat(editor, name) === value;
  return (
    <button
      type="button"
      tabIndex={-1}
      aria-label={label}
      title={label}
      aria-pressed={on}
      aria-keyshortcuts={keys}
      disabled={disabled}
      // Keeps the selection in the text.
      onMouseDown={(event) => event.preventDefault()}
      onClick={() => editor?.format(name, on ? false : value)}
    >
      {children}
    </button>
  );
}

function Choice({
  editor,
  disabled,
  name,
  label,
  names,
  first,
}: ControlProps & { names: Record<string, string>; first?: boolean }) {
  const value = String(useFormat(editor, name) ?? '');
  return (
    <select
      aria-label={label}
      title={label}
      tabIndex={first ? 0 : -1}
      disabled={disabled}
      value={value in names ? value : ''}
      onChange={(event) => editor?.format(name, event.target.value)}
    >
      {renderOptions(Object.entries(names))}
    </select>
  );
}

/** A native select below a letter in the current colour. */
function Swatch(props: ControlProps & { names: Record<string, string> }) {
  const value = useFormat(props.editor, props.name);
  const wears = typeof value === 'string' && value ? `ql-${props.name === 'color' ? 'color' : 'bg'}-${value}` : '';
  return (
    <span className={`rte__swatch rte__swatch--${props.name}`}>
      <span className={wears} aria-hidden="true">
        A
      </span>
      <Choice {...props} />
    </span>
  );
}
