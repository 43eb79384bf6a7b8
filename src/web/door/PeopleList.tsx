import { useStore } from '@nanostores/react';
import { useState } from 'react';
import type { DoorParticipant } from '../../contract/door.ts';
import { formatLira } from '../../shared/format.ts';
import { joinName } from '../../shared/names.ts';
import { paths } from '../adminPaths.ts';
import { Button } from '../ui/Button.tsx';
import { Icon } from '../ui/Icon.tsx';
import { check } from '../ui/icons.ts';
import { print, search as searchIcon } from '../ui/moreIcons.ts';
import { $contact } from './door.store.ts';
import { clockOf, type DoorFilter, type Entries, findPeople, sumOrder } from './door.ts';
import { $paying, payAtDoor, recordArrival, undoArrival } from './scans.store.ts';

const filters: [DoorFilter, string][] = [
  ['all', 'Tümü'],
  ['expected', 'Bekleniyor'],
  ['unpaid', 'Ödenmedi'],
];

interface Props {
  productId: string;
  people: DoorParticipant[];
  entries: Entries;
}

/** Everybody who is expected, to tick by name. */
export function PeopleList({ productId, people, entries }: Props) {
  const [filter, setFilter] = useState<DoorFilter>('all');
  const [search, setSearch] = useState('');
  const shown = findPeople(people, entries, { filter, search });
  return (
    <>
      <div className="srch">
        <label className="sr" htmlFor="kapi-ara">
          Ad ya da sipariş kodu ara
        </label>
        <Icon of={searchIcon} />
        <input
          className="in"
          id="kapi-ara"
          type="search"
          placeholder="Ad ya da sipariş kodu"
          autoComplete="off"
          value={search}
          onChange={({ target }) => setSearch(target.value)}
        />
      </div>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would need a legend that is shown */}
      <div className="tabs" role="group" aria-label="Süz">
        {filters.map(([name, label]) => (
          <button
            key={name}
            className="tab"
            type="button"
            aria-pressed={filter === name}
            onClick={() => setFilter(name)}
          >
            {label} <em>{findPeople(people, entries, { filter: name, search: '' }).length}</em>
          </button>
        ))}
      </div>
      <p className="sr" role="status">
        {shown.length} kişi
      </p>
      <ul className="gl">
        {shown.map((person) => (
          <PersonRow key={person.id} person={person} at={entries[person.id]} due={sumOrder(people, person)} />
        ))}
        {!shown.length && <li>Kimse bulunamadı.</li>}
      </ul>
      <div>
        <a className="btn btn--line" href={paths.adminParticipants(productId)}>
          <Icon of={print} />
          Listeyi yazdır
        </a>
      </div>
    </>
  );
}

interface RowProps {
  person: DoorParticipant;
  at: number | undefined;
  due: { open: number; seats: number };
}

function PersonRow({ person, at, due }: RowProps) {
  const contact = useStore($contact);
  const paying = useStore($paying);
  const { id, order_code } = person;
  const { open, seats } = due;
  const name = joinName(person);
  const isIn = at !== undefined;
  const classes = [isIn && 'is-in', open > 0 && 'has-pay'].filter(Boolean).join(' ');
  return (
    <li className={classes || undefined}>
      <div>
        <b>{name}</b>
        <small>{isIn ? `Giriş ${clockOf(at)} · ${order_code}` : order_code}</small>
      </div>
      <button
        className="came"
        type="button"
        aria-pressed={isIn}
        aria-label={`Geldi: ${name}, ${order_code}`}
        onClick={() => void (isIn ? undoArrival(id) : recordArrival(id))}
      >
        {isIn && <Icon of={check} />}
        Geldi
      </button>
      {open > 0 && (
        <div className="gl__pay">
          <span>
            {formatLira(open)} ödenmedi{seats > 1 && ` (${seats} kişi)`}
          </span>
          <Button
            className="btn--sm"
            disabled={!contact}
            busy={paying === order_code}
            aria-label={`Kasada ödendi: ${name}, ${order_code}`}
            onClick={() => void payAtDoor(person)}
          >
            Kasada ödendi
          </Button>
        </div>
      )}
    </li>
  );
}
