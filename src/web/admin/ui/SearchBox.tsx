import { useEffect, useRef, useState } from 'react';
import { Icon } from '../../ui/Icon.tsx';
import { search as searchIcon } from './icons.ts';

interface Props {
  label: string;
  placeholder: string;
  value: string;
  onSearch: (value: string) => void;
}

/** Whether a key press types into a field. */
const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName));

/** A search field that searches 250 ms after the last letter. `/` focuses it, Esc empties it. */
export function SearchBox({ label, placeholder, value, onSearch }: Props) {
  const [typed, setTyped] = useState(value);
  const input = useRef<HTMLInputElement>(null);
  const waiting = useRef<ReturnType<typeof setTimeout>>(undefined);
  // Follows the address (history, cleared filters), unless the field is being typed in.
  useEffect(() => {
    if (document.activeElement !== input.current) setTyped(value);
  }, [value]);
  useEffect(() => {
    const focus = (event: KeyboardEvent) => {
      if (event.key !== '/' || event.ctrlKey || event.metaKey || isTyping(event.target)) return;
      if (document.querySelector('dialog[open]')) return;
      event.preventDefault();
      input.current?.focus();
    };
    document.addEventListener('keydown', focus);
    return () => {
      document.removeEventListener('keydown', focus);
      clearTimeout(waiting.current);
    };
  }, []);
  const search = (next: string, delay: number) => {
    setTyped(next);
    clearTimeout(waiting.current);
    waiting.current = setTimeout(onSearch, delay, next.trim());
  };
  return (
    <div className="srch">
      <Icon of={searchIcon} />
      <input
        className="in"
        type="search"
        ref={input}
        aria-label={label}
        aria-keyshortcuts="/"
        placeholder={placeholder}
        value={typed}
        maxLength={120}
        onChange={(event) => search(event.target.value, 250)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') search(typed, 0);
          if (event.key !== 'Escape' || !typed) return;
          // Esc would also reset the form above a list.
          event.preventDefault();
          search('', 0);
        }}
      />
    </div>
  );
}
