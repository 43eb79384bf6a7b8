import { type ReactNode, useEffect, useRef, useState } from 'react';
import { whenNearby } from '../ui/whenNearby.ts';

interface Props {
  /** Fragment of the address that leads here. */
  id: string;
  /** Shown until the children are. */
  waiting: ReactNode;
  children: ReactNode;
}

/** Draws its children once they are nearly visible, so that their code is not part of the page's first load. */
export function Nearby({ id, waiting, children }: Props) {
  const place = useRef<HTMLDivElement>(null);
  const [isNear, setIsNear] = useState(false);
  useEffect(() => {
    if (!place.current) return;
    // The browser looked for the fragment before this was rendered.
    if (location.hash === `#${id}`) place.current.scrollIntoView();
    whenNearby(place.current, () => setIsNear(true), 200);
  }, [id]);
  return (
    <div id={id} className="profile__rest" ref={place}>
      {isNear ? children : waiting}
    </div>
  );
}
