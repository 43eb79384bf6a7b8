import { useLayoutEffect, useRef, useState } from 'react';
import type { Problem } from '../../ui/form.ts';
import { ErrorNote } from '../../ui/States.tsx';

/** Why a form was not saved, unless one of its fields says so already: not every field has a place for a sentence. */
export function FormNote({ problem }: { problem: Problem }) {
  const { message = '' } = problem;
  const place = useRef<HTMLDivElement>(null);
  const [isNeeded, setNeeded] = useState(false);
  useLayoutEffect(() => {
    const errors = place.current?.closest('form, dialog, section')?.querySelectorAll('.err') ?? [];
    setNeeded(message !== '' && ![...errors].some(({ textContent }) => message.includes(textContent)));
  }, [message]);
  return (
    <div ref={place} hidden={!isNeeded}>
      {isNeeded && <ErrorNote text={message} />}
    </div>
  );
}
