import { formatDateTime } from '../../../shared/format.ts';
import './version-list.css';

interface Version {
  id: string;
  /** When it was saved; undefined for what the product started with. */
  at?: string;
  by: string;
  isCurrent?: boolean;
}

/** Versions of one thing, newest first, of which one can be chosen. */
export function VersionList({
  versions,
  chosenId,
  onChoose,
}: {
  versions: Version[];
  chosenId?: string;
  onChoose: (id: string) => void;
}) {
  return (
    <ol className="versions">
      {versions.map(({ id, at, by, isCurrent }) => (
        <li key={id}>
          <button type="button" aria-pressed={chosenId === id} onClick={() => onChoose(id)}>
            {at ? <time dateTime={at}>{formatDateTime(at)}</time> : 'Başlangıç'}
            <span>{by}</span>
            {isCurrent && <em className="pill pill--info">şimdiki</em>}
          </button>
        </li>
      ))}
    </ol>
  );
}
