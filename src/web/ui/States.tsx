import type { ReactNode } from 'react';
import placeholder from '../art/placeholder.webp?url';
import { Button } from './Button.tsx';
import { HiddenEmoji } from './HiddenEmoji.tsx';
import { Icon } from './Icon.tsx';
import { alert, check } from './icons.ts';

/** Nothing here: one sentence and one way on. */
export function EmptyState({ text, action }: { text: string; action?: ReactNode }) {
  return (
    <div className="empty">
      <img src={placeholder} alt="" width="160" height="160" />
      <p>{text}</p>
      {action}
    </div>
  );
}

/** Something failed: why, and a way to try again where there is one. */
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

/** Something worked. */
export function OkNote({ text }: { text: string }) {
  return (
    <div className="note note--ok" role="status">
      <Icon of={check} />
      <p>
        <HiddenEmoji text={text} />
      </p>
    </div>
  );
}

/** Grey bars while content is on its way; `Yükleniyor...` for those who hear the page. `shapes` are CSS classes with a height. */
export function Loading({ shapes }: { shapes: string[] }) {
  return (
    <div aria-busy="true">
      <p className="sr" role="status">
        Yükleniyor...
      </p>
      {shapes.map((shape, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: bars have no identity and never move
        <div key={index} className={`skel ${shape}`} aria-hidden="true" />
      ))}
    </div>
  );
}
