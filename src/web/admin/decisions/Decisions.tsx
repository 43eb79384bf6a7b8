import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import type { UndecidedProduct } from '../../../contract/decisions.ts';
import { formatStart } from '../../../shared/format.ts';
import { paths } from '../../adminPaths.ts';
import { Button } from '../../ui/Button.tsx';
import { ErrorNote } from '../../ui/States.tsx';
import { CallOff } from '../callOff/CallOff.tsx';
import { $undecided, decideToRun, loadUndecided } from './decisions.store.ts';

interface Props {
  /** Shows this event alone. */
  productId?: string;
  /** After an event was called off. */
  onChange?: () => void;
}

/** Events with too few people that the practice must decide on; nothing where there are none. */
export function Decisions({ productId, onChange }: Props) {
  const events = useStore($undecided);
  useEffect(() => void loadUndecided(), []);
  if (events.state === 'failed' && !productId)
    return <ErrorNote text={events.message} onRetry={() => void loadUndecided()} />;
  if (events.state !== 'loaded') return null;
  const shown = events.value.filter(({ id }) => !productId || id === productId);
  if (!shown.length) return null;
  const reload = () => {
    void loadUndecided();
    onChange?.();
  };
  return (
    <section className="panel not-printed" aria-labelledby="kararlar">
      <div>
        <h2 id="kararlar">Karar bekliyor</h2>
        <p className="quiet">
          Yeterli yer satılmadı. Yapılırsa kimseye yazılmaz; iptal edilirse yeri olan herkese yazılır, ödemeler iade
          edilir.
        </p>
      </div>
      <ul className="tasks">
        {shown.map((event) => (
          <Decision key={event.id} event={event} onDone={reload} />
        ))}
      </ul>
    </section>
  );
}

function Decision({ event, onDone }: { event: UndecidedProduct; onDone: () => void }) {
  const [busy, setBusy] = useState(false);
  const { id, title, sold, min_participants } = event;
  async function run() {
    setBusy(true);
    await decideToRun(event);
    setBusy(false);
  }
  return (
    <li className="task">
      <div>
        <a className="row-link" href={paths.adminParticipants(id)}>
          {title}
        </a>
        <span className="under">{formatStart(event)}</span>
      </div>
      <b className="task__sum">
        {sold}/{min_participants}, karar?
      </b>
      <div className="acts">
        <Button busy={busy} aria-label={`Yapılsın: ${title}`} onClick={() => void run()}>
          Yapılsın
        </Button>
        <CallOff product={event} onDone={onDone} />
      </div>
    </li>
  );
}
