import { useEffect, useRef } from 'react';

/** The heading of a form that also opens stored things. Opening one by its `id` focuses it, so that it is read out. */
export function FormHeading({ id, text }: { id: string | undefined; text: string }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (id) heading.current?.focus({ preventScroll: true });
  }, [id]);
  return (
    <h2 ref={heading} tabIndex={-1}>
      {text}
    </h2>
  );
}
