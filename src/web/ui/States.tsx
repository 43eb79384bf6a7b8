import { type ReactNode, useEffect, useState } from 'react';
import placeholder from '../art/placeholder.webp?url';
import { Button } from './Button.tsx';
import { HiddenEmoji } from './HiddenEmoji.tsx';
import { Icon } from './Icon.tsx';
import { alert, check } from './icons.ts';

/** A sentence for an empty list, with one action. */
export function EmptyState({ text, action }: { text: string; action?: ReactNode }) {
  return (
    <div className="empty">
      <img src={placeholder} alt="" width="160" height="160" />
      <p>{text}</p>
      {action}
    </div>
  );
}

/** Why something failed, with a retry button if `onRetry` is given. */
export function ErrorNote({ text, onRetry }: { text: string; onRetry?: () => void }) {
  return (
    <div className="note note--err" role="alert">
      <Icon of={alert} />
      <p>
        <HiddenEmoji text={text} />
      </p>
      {onRetry && (
        <Button kind="quiet" className="note__act" onClick={onRetry}>
          Tekrar dene
        </Button>
      )}
    </div>
  );
}

/**
 * Is read out: its words take their room at once, but are there for screen readers a moment later, as many pass over
 * those that come with their place. Its children are elements.
 */
export function Status({ className, children }: { className: string; children: ReactNode }) {
  const [stands, setStands] = useState(false);
  useEffect(() => {
    const timer = setTimeout(setStands, 100, true);
    return () => clearTimeout(timer);
  }, []);
  return (
    <div className={stands ? className : `${className} unsaid`} role="status">
      {children}
    </div>
  );
}

export function OkNote({ text }: { text: string }) {
  return (
    <Status className="note note--ok">
      <Icon of={check} />
      <p>
        <HiddenEmoji text={text} />
      </p>
    </Status>
  );
}

export const LoadingStatus = () => (
  <Status className="sr">
    <span>Yükleniyor...</span>
  </Status>
);

/** Placeholder bars, and `Yükleniyor...` for screen readers. `shapes` are CSS classes that set a height. */
export function Loading({ shapes }: { shapes: string[] }) {
  return (
    <>
      <LoadingStatus />
      <div aria-busy="true">
        {shapes.map((shape, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the bars never change
          <div key={index} className={`skel ${shape}`} aria-hidden="true" />
        ))}
      </div>
    </>
  );
}
