import { type ReactNode, useEffect, useRef } from 'react';
import { Icon } from '../ui/Icon.tsx';
import { alert } from '../ui/icons.ts';
import type { CartLine } from './cart.ts';
import { lowerTo } from './changes.store.ts';
import { settle } from './checkout.store.ts';
import { type Problem, priceWords, stockWords } from './checkout.ts';

interface Props {
  problem: Problem;
  /** The lines as they are now. */
  lines: CartLine[];
}

/** Why the order was not made, event by event, and what can be done about each. */
export function CheckoutProblem({ problem, lines }: Props) {
  if (problem.kind === 'failed') return <Trouble tone="err" text={problem.text} />;
  if (problem.kind === 'price') {
    const text = `${priceWords(problem.items, lines)} Uygunsa yeniden Devam Et’e basın.`;
    return <Trouble tone="warn" text={text} />;
  }
  return problem.items.map((item) => {
    const remaining = 'remaining' in item ? item.remaining : 0;
    const now = lines.find(({ id }) => id === item.line.id);
    const text = problem.kind === 'gone' ? `${item.line.title} artık satışta değil.` : stockWords(item.line, remaining);
    return (
      <Trouble key={item.line.id} tone="warn" text={text}>
        <button
          type="button"
          className="link"
          onClick={async () => {
            await lowerTo(now ?? item.line, remaining);
            settle(item.line.id);
          }}
        >
          {remaining ? `Adedi ${remaining} yap` : 'Sepetten çıkar'}
        </button>
      </Trouble>
    );
  });
}

function Trouble({ tone, text, children }: { tone: 'warn' | 'err'; text: string; children?: ReactNode }) {
  const note = useRef<HTMLDivElement>(null);
  // The button that was pressed stands at the other end of the dialog.
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
