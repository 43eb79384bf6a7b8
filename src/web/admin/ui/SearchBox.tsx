import { useEffect, useRef, useState } from 'react';
import { Icon } from '../../ui/Icon.tsx';
import { search as searchIcon } from '../../ui/icons.ts';

interface Props {
  label: string;
  placeholder: string;
  value: string;
  onSearch: (value: string) => void;
}

/** What the pressed key was meant for: a field being typed in keeps its letters. */
const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName));

/** Searches a moment after the last letter, so that typing never waits. `/` comes here, Esc empties it. */
export function SearchBox({ label, placeholder, value, onSearch }: Props) {
  const [typed, setTyped] = useState(value);
  const input = useRef<HTMLInputElement>(null);
  const waiting = useRef<ReturnType<typeof setTimeout>>(undefined);
  // The address may change beneath (a step back, filters cleared): then it wins, unless somebody types right now.
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
          // The same key gives up the form above a list.
          event.preventDefault();
          search('', 0);
        }}
      />
    </div>
  );
}
