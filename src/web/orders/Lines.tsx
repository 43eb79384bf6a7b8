import { useEffect, useRef, useState } from 'react';
import type { WaitlistEntry } from '../../contract/waitlist.ts';
import { formatStart } from '../../shared/format.ts';
import { close } from '../ui/icons.ts';
import { endedWords, placeSentence, sortEntries } from '../waitlist/waitlist.ts';
import { EndEntryDialog } from './EndEntryDialog.tsx';
import { GhostButton } from './GhostButton.tsx';
import { OfferCard } from './OfferCard.tsx';

interface Props {
  entries: WaitlistEntry[];
  /** Offers stand above the orders, the rest below them. */
  part: 'offers' | 'places';
}

/** Shows offers, or places in lines with the entries that ended. */
export default function Lines({ entries, part }: Props) {
  const { offers, waiting, ended } = sortEntries(entries);
  const section = useRef<HTMLElement>(null);
  const [asked, setAsked] = useState<WaitlistEntry>();
  // What was asked about may end, or become an offer, meanwhile.
  const isAsked = entries.some(({ id, state }) => id === asked?.id && state === asked.state);
  const isTarget = part === (offers.length ? 'offers' : 'places');
  useEffect(() => {
    // The list comes after the browser looked for the address's target.
    if (isTarget && location.hash === '#bekleme') section.current?.scrollIntoView();
  }, [isTarget]);
  if (part === 'offers' ? !offers.length : !waiting.length && !ended.length) return null;
  return (
    <section
      className="lines"
      id={isTarget ? 'bekleme' : undefined}
      aria-label={part === 'offers' ? 'Sizin için tutulan yerler' : 'Bekleme listesi'}
      ref={section}
    >
      {part === 'offers' ? (
        offers.map((entry) => <OfferCard key={entry.id} entry={entry} onDecline={() => setAsked(entry)} />)
      ) : (
        <>
          <h2>Bekleme listesi</h2>
          {waiting.map((entry) => (
            <Place key={entry.id} entry={entry} onLeave={() => setAsked(entry)} />
          ))}
          {ended.length > 0 && <Ended entries={ended} />}
        </>
      )}
      {asked && isAsked && <EndEntryDialog entry={asked} onClose={() => setAsked(undefined)} />}
    </section>
  );
}

function Place({ entry, onLeave }: { entry: WaitlistEntry; onLeave: () => void }) {
  return (
    <article className="wait">
      <span className="wait__place" aria-hidden="true">
        {entry.position ? `${entry.position}.` : '…'}
      </span>
      <div>
        <h3>{entry.event_title}</h3>
        <p>{formatStart(entry)}</p>
        <p>{placeSentence(entry)}</p>
      </div>
      <GhostButton label="Sıradan çık" of={entry.event_title} icon={close} onClick={onLeave} />
    </article>
  );
}

function Ended({ entries }: { entries: WaitlistEntry[] }) {
  return (
    <details className="lines__ended">
      <summary>Biten kayıtlar ({entries.length})</summary>
      <ul>
        {entries.map((entry) => (
          <li key={entry.id}>
            <b>{entry.event_title}</b>, {formatStart(entry)} · {entry.quantity} yer ·{' '}
            {endedWords[entry.state as keyof typeof endedWords]}
          </li>
        ))}
      </ul>
    </details>
  );
}
