import { useStore } from '@nanostores/react';
import { type ReactNode, type SubmitEvent, useEffect, useId, useRef, useState } from 'react';
import { joinName } from '../../shared/names.ts';
import { $session } from '../account/session.store.ts';
import { Dialog } from '../ui/Dialog.tsx';
import { focusFirstError } from '../ui/Field.tsx';
import { ErrorNote } from '../ui/States.tsx';
import { toast } from '../ui/toast.ts';
import { type Answers, hasHealthAnswer, seatsWithoutAnswer, withAnswer } from './answers.ts';
import { CheckoutFailureNotes, FailureNote } from './CheckoutFailureNotes.tsx';
import type { CartLine } from './cart.ts';
import { $checkout, $knownNames, $names, loadKnownNames, placeOrder } from './checkout.store.ts';
import { changesSince, goneMessage, seatsWithoutName } from './checkout.ts';
import { HealthConsent } from './HealthConsent.tsx';
import { OrderDocuments } from './OrderDocuments.tsx';
import { OrderSlip } from './OrderSlip.tsx';
import { setOrdered } from './ordered.ts';
import { PayMethods } from './PayMethods.tsx';
import { $preview, acceptChanges, loadPreview, methodOf, showChangedTerms } from './preview.store.ts';
import { changeSentence } from './preview.ts';
import { SeatNames } from './SeatNames.tsx';
import '../styles/participants.css';
import '../styles/checkout.css';
import '../styles/pay-methods.css';

/** Opens the card service's page for an order; false if that fails. Its script is loaded for card payers only. */
const openCard = (code: string): Promise<boolean> =>
  import('../cards/cardPayment.store.ts').then(
    async ({ payByCard }) => !(await payByCard(code)),
    () => false,
  );

/** The legal texts a buyer accepts, from src/content/legal. */
export interface Terms {
  version: string;
  sentences: { before: string; link: string; after: string; href: string }[];
}

interface Props {
  open: boolean;
  /** Every line of the cart; those on sale are ordered. */
  cart: CartLine[];
  terms: Terms;
  /** Link to the privacy notice. */
  notice: ReactNode;
  onClose: () => void;
  onOrdered: () => void;
}

/**
 * 'Katılımcı Bilgileri': one field for each seat, how it is paid, the documents, and above the button what pressing it
 * means. Typed names are kept in `$names`, whatever happens.
 */
export default function ParticipantDialog({ open, cart, terms, notice, onClose, onOrdered }: Props) {
  const names = useStore($names);
  const session = useStore($session);
  const known = useStore($knownNames);
  const preview = useStore($preview);
  const { sending, failure } = useStore($checkout);
  const [tried, setTried] = useState(false);
  const [answers, setAnswers] = useState<Answers>({});
  const [consented, setConsented] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const id = useId();
  const lines = cart.filter(({ on_sale }) => on_sale);
  /** The lines as they were when the dialog opened, or when an order of them was last sent. */
  const [read, setRead] = useState<CartLine[]>([]);
  const changes = changesSince(read, cart);
  const notes = [...changes, ...(failure && changes.every(({ kind }) => kind !== failure.kind) ? [failure] : [])];
  // biome-ignore lint/correctness/useExhaustiveDependencies: what changes while the dialog is open is in `changes`
  useEffect(() => {
    setRead(open ? lines : []);
    if (open) return void loadKnownNames();
    const gone = changes.flatMap((change) => (change.kind === 'gone' ? change.items : []));
    if (lines.length || !gone.length) return;
    // Nothing is left to order: the dialog closes with its notes, so a toast says why.
    onClose();
    toast({ text: gone.map(({ line }) => goneMessage(line)).join(' '), tone: 'warn' });
  }, [open]);
  const ordered = JSON.stringify(lines.map(({ id, quantity, price }) => [id, quantity, price]));
  // biome-ignore lint/correctness/useExhaustiveDependencies: `ordered` says what of the lines a preview depends on
  useEffect(() => {
    if (open && lines.length) void loadPreview(lines);
  }, [open, ordered]);

  const empty = seatsWithoutName(lines, names);
  const own = session.state === 'user' ? joinName(session.user) : '';
  const method = methodOf(preview);
  const { value, changed } = preview;
  const asked = value?.lines ?? [];
  const unanswered = seatsWithoutAnswer(asked, answers);
  const needsConsent = hasHealthAnswer(asked, answers);
  const isComplete = !empty.length && !unanswered.length && (!needsConsent || consented);
  const close = () => !sending && onClose();

  async function submit(event: SubmitEvent) {
    event.preventDefault();
    setTried(true);
    if (!isComplete) return focusFirstError(form.current as HTMLFormElement);
    if (preview.loading) return;
    // Nobody orders what they were not shown.
    if (!value) return loadPreview(lines);
    acceptChanges();
    setRead(lines);
    const { preview_hash } = value;
    const order = { terms_version: terms.version, method, preview_hash, health_consent: needsConsent, answers };
    const code = await placeOrder(lines, order, showChangedTerms);
    if (code === undefined) return;
    setOrdered();
    // Where the card service cannot be opened, the orders offer it again.
    if (code && method === 'card' && value.total > 0 && (await openCard(code))) return;
    onOrdered();
  }

  const documents = value && (
    <OrderDocuments documents={value.documents} changed={changed ?? []}>
      <p className="fine">
        {terms.sentences.map(({ before, link, after, href }) => (
          <span key={href}>
            {before}
            <a href={href} target="_blank" rel="noopener">
              {link}
            </a>
            {after}{' '}
          </span>
        ))}
        İki metin de bu hâliyle saklanır.
      </p>
    </OrderDocuments>
  );

  return (
    <Dialog
      open={open}
      onClose={close}
      title="Katılımcı Bilgileri"
      lead="Her bilet için bir ad soyad yazın."
      className="dlg--co"
      foot={
        <OrderSlip
          preview={value}
          method={method}
          lines={lines}
          form={id}
          busy={sending || preview.loading}
          onCancel={close}
        />
      }
    >
      <form className="form" id={id} ref={form} onSubmit={submit} noValidate>
        {notes.map((note) => (
          <CheckoutFailureNotes key={note.kind} failure={note} lines={lines} />
        ))}
        {changed && value && (
          <FailureNote
            tone="warn"
            text={`${changeSentence(value, changed)} Yeni hâli aşağıda. Okuyup yeniden Devam Et’e basın; yazdığınız adlar duruyor.`}
          />
        )}
        {preview.problem && <ErrorNote text={preview.problem} onRetry={() => void loadPreview(lines)} />}
        {changed && documents}
        {lines.map((line) => (
          <SeatNames
            key={line.id}
            line={line}
            known={own ? [own, ...known] : known}
            empty={tried ? empty : []}
            question={asked.find(({ id }) => id === line.id)?.question ?? null}
            answers={answers[line.id] ?? []}
            unanswered={tried ? unanswered.filter(({ id }) => id === line.id) : []}
            onAnswer={(index, answer) => setAnswers(withAnswer(answers, line.id, index, answer))}
          />
        ))}
        {needsConsent && (
          <HealthConsent
            checked={consented}
            onChange={(checked) => sending || setConsented(checked)}
            missing={tried && !consented}
          />
        )}
        {value && value.total > 0 && (
          <PayMethods
            preview={value}
            method={method}
            onChoose={(chosen) => sending || void loadPreview(lines, chosen)}
          />
        )}
        {!changed && documents}
        {notice}
      </form>
    </Dialog>
  );
}
