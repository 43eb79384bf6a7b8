import { useStore } from '@nanostores/react';
import { formatLira } from '../../shared/format.ts';
import { Button } from '../ui/Button.tsx';
import { Icon } from '../ui/Icon.tsx';
import { offline } from '../ui/moreIcons.ts';
import { Status } from '../ui/States.tsx';
import { $contact, $door, $waiting } from './door.store.ts';
import { type Answer, clockOf, sumOrder } from './door.ts';
import { Mark, type MarkName } from './marks.tsx';
import { $paying, closeAnswer, payAtDoor, undoAnswer } from './scans.store.ts';

interface Look {
  tone: 'ok' | 'already' | 'wrong' | 'pay' | 'none' | 'out';
  mark: MarkName;
  title: string;
  text?: string;
}

/** What is shown of an answer. */
function lookOf({ result, person, at, event }: Answer): Look {
  if (result === 'in' && person && person.open > 0) return { tone: 'pay', mark: 'note', title: 'Ödeme bekleniyor' };
  if (result === 'in') return { tone: 'ok', mark: 'circle', title: 'Hoş geldiniz' };
  if (result === 'already')
    return { tone: 'already', mark: 'triangle', title: `Zaten içeride, ${at === null ? '' : clockOf(at)}` };
  if (result === 'wrong_event')
    return { tone: 'wrong', mark: 'octagon', title: 'Bu bilet başka bir atölyenin', ...(event && { text: event }) };
  if (result === 'cancelled')
    return {
      tone: 'wrong',
      mark: 'bar',
      title: 'Bu bilet iptal edilmiş',
      text: 'Yer geri verilmiş ya da devredilmiş.',
    };
  if (result === 'out') return { tone: 'out', mark: 'arrow', title: 'Giriş geri alındı' };
  if (result === 'checking') return { tone: 'out', mark: 'ring', title: 'Bilete bakılıyor…' };
  return {
    ...{ tone: 'none', mark: 'ring', title: 'Bu bilet tanınmadı' },
    text: 'Adıyla listede arayın. Bilet iptal edilmiş ya da bir başkasına devredilmiş olabilir.',
  };
}

/** The answer to the ticket that was read last, in colour, shape and word. It stays until the next one. */
export function AnswerPanel({ answer }: { answer: Answer }) {
  const contact = useStore($contact);
  const paying = useStore($paying);
  const waiting = useStore($waiting);
  const { people = [] } = useStore($door);
  const { tone, mark, title, text } = lookOf(answer);
  const { person, result } = answer;
  const due = person && sumOrder(people, person);
  return (
    <section className={`ans ans--${tone}`} aria-label="Okutulan bilet">
      <svg className="edge" viewBox="0 0 1440 64" preserveAspectRatio="none" aria-hidden="true">
        <path d="M0 64V20C150 40 300 48 470 34C700 12 860 6 1050 26C1210 44 1340 40 1440 22V64Z" />
      </svg>
      <Status className="ans__said">
        <Mark of={mark} />
        <h2>{title}</h2>
        {person && (
          <p className="ans__name">
            {person.name} {person.surname}
          </p>
        )}
        {tone === 'pay' && due && <p className="ans__sum">{formatLira(due.open)}</p>}
        {tone === 'pay' && due && due.seats > 1 && <p>{due.seats} kişilik siparişin tümü</p>}
        {person && tone === 'ok' && <p>{person.order_code} · ödendi</p>}
        {text && <p>{text}</p>}
        {!contact && waiting > 0 && (
          <p className="ans__wait">
            <Icon of={offline} />
            Kaydedildi, gönderilmeyi bekliyor
          </p>
        )}
      </Status>
      <div className="ans__acts">
        {tone === 'pay' && person && (
          <Button disabled={!contact} busy={paying === person.order_code} onClick={() => void payAtDoor(person)}>
            Kasada ödendi
          </Button>
        )}
        <Button kind={tone === 'pay' ? 'line' : 'sea'} onClick={closeAnswer}>
          {tone === 'pay' ? 'Sonra ödeyecek' : 'Sıradaki'}
        </Button>
        {result === 'in' && (
          <Button kind="line" onClick={() => void undoAnswer()}>
            Geri al
          </Button>
        )}
      </div>
    </section>
  );
}
