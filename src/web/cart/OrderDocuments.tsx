import { type ReactNode, useMemo } from 'react';
import type { OrderPreview } from '../../contract/orders.ts';
import { Icon } from '../ui/Icon.tsx';
import { paper, unfold } from '../ui/paymentIcons.ts';
import { toElements } from './documentElements.tsx';

type Document = OrderPreview['documents'][number];

interface Props {
  documents: Document[];
  /** Kinds that changed while the buyer read: these are first, and open. */
  changed: string[];
  /** What stands below the documents. */
  children: ReactNode;
}

/** The documents of the order, filled in, each opening in place. */
export function OrderDocuments({ documents, changed, children }: Props) {
  const isChanged = ({ kind }: Document) => changed.includes(kind);
  const shown = [...documents.filter(isChanged), ...documents.filter((each) => !isChanged(each))];
  return (
    <div className="co__part">
      <h3>Okumanız için</h3>
      {/* What the buyer opened stays open with other terms; a document opens each time it changes. */}
      {shown.map((document) => (
        <DocumentText
          key={isChanged(document) ? document.sha256 : document.kind}
          document={document}
          open={isChanged(document)}
        />
      ))}
      {children}
    </div>
  );
}

function DocumentText({ document: { title, html }, open }: { document: Document; open: boolean }) {
  const text = useMemo(() => toElements(html), [html]);
  return (
    <details className="doc" open={open}>
      <summary>
        <Icon of={paper} />
        {title}
        <Icon of={unfold} />
      </summary>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the text scrolls, which the keyboard reaches by its focus */}
      <section className="doc__text" tabIndex={0} aria-label={title}>
        {text}
      </section>
    </details>
  );
}
