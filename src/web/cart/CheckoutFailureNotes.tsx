import { type ReactNode, useEffect, useRef } from 'react';
import { Icon } from '../ui/Icon.tsx';
import { alert } from '../ui/icons.ts';
import type { CartLine } from './cart.ts';
import { reduceQuantity } from './cartEdits.store.ts';
import { dismissFailure } from './checkout.store.ts';
import { type CheckoutFailure, goneMessage, limitMessage, priceMessage, stockMessage } from './checkout.ts';

interface Props {
  failure: CheckoutFailure;
  /** The lines as they are now. */
  lines: CartLine[];
}

/** Why the order was not made, line by line, with a button that resolves it. */
export function CheckoutFailureNotes({ failure, lines }: Props) {
  if (failure.kind === 'failed') return <FailureNote tone="err" text={failure.text} />;
  if (failure.kind === 'price') {
    const text = `${priceMessage(failure.items, lines)} Uygunsa yeniden Devam Et’e basın.`;
    return <FailureNote tone="warn" text={text} />;
  }
  return failure.items.map((item) => {
    const remaining = 'remaining' in item ? item.remaining : 0;
    const now = lines.find(({ id }) => id === item.line.id);
    const text =
      failure.kind === 'gone'
        ? goneMessage(item.line)
        : 'held' in item
          ? limitMessage(item.line, item.held)
          : stockMessage(item.line, remaining);
    return (
      <FailureNote key={item.line.id} tone="warn" text={text}>
        <button
          type="button"
          className="link"
          onClick={async () => {
            await reduceQuantity(now ?? item.line, remaining);
            dismissFailure(item.line.id);
          }}
        >
          {remaining ? `Adedi ${remaining} yap` : 'Sepetten çıkar'}
        </button>
      </FailureNote>
    );
  });
}

/** A note that scrolls into view when it appears. */
export function FailureNote({ tone, text, children }: { tone: 'warn' | 'err'; text: string; children?: ReactNode }) {
  const note = useRef<HTMLDivElement>(null);
  // The pressed button is at the other end of the dialog.
  useEffect(() => {
    note.current?.scrollIntoView({ block: 'center' });
  }, []);
  return (
    <div className={`note note--${tone}`} role="alert" ref={note}>
      <Icon of={alert} />
      <p>
        {text} {children}
      </p>
    </div>
  );
}
