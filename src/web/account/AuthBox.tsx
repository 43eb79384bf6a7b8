import { type ComponentProps, type MouseEvent, type ReactNode, useEffect, useState } from 'react';

interface Props {
  kicker: string;
  title: string;
  children: ReactNode;
}

const fadeMs = 400;

/** The sheet of a sign-in screen. A `FadeLink` inside fades it out before it is followed. */
export function AuthBox({ kicker, title, children }: Props) {
  const [leaving, setLeaving] = useState(false);
  useEffect(() => {
    // Restored from the back-forward cache, the page would still be faded.
    const stay = () => setLeaving(false);
    addEventListener('pageshow', stay);
    return () => removeEventListener('pageshow', stay);
  }, []);

  function onLinkClick(event: MouseEvent): void {
    const link = (event.target as Element).closest<HTMLAnchorElement>('a[data-fade]');
    if (!link || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    setLeaving(true);
    setTimeout(() => location.assign(link.href), matchMedia('(prefers-reduced-motion: reduce)').matches ? 0 : fadeMs);
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the links inside take keys and clicks; this only delays them
    // biome-ignore lint/a11y/useKeyWithClickEvents: a link's Enter is a click
    <div className={leaving ? 'auth__box is-leaving' : 'auth__box'} onClick={onLinkClick}>
      <div className="stack stack--tight">
        <p className="kicker">{kicker}</p>
        <h1 className="auth__title">{title}</h1>
      </div>
      {children}
    </div>
  );
}

/** A link to another sign-in screen, followed after the fade. */
export function FadeLink(link: ComponentProps<'a'>) {
  return <a {...link} data-fade />;
}
