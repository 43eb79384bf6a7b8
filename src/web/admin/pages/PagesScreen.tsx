import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import type { ContentRow } from '../../../contract/content.ts';
import { formatDateTime } from '../../../shared/format.ts';
import { paths } from '../../adminPaths.ts';
import { Icon } from '../../ui/Icon.tsx';
import { ErrorNote, Loading } from '../../ui/States.tsx';
import { $setup } from '../setup/setup.store.ts';
import { alert, check, right } from '../ui/icons.ts';
import { ContentFile } from './ContentFile.tsx';
import './pages-screen.css';
import { $rows, loadRows } from './pages.store.ts';
import { groupRows, isOwnWords, type PageGroup } from './pages.ts';
import { Sketch } from './Sketch.tsx';

/** The pages of the site as people know them. */
export default function PagesScreen() {
  const rows = useStore($rows);
  useEffect(() => void loadRows(), []);
  if (rows.state === 'failed') return <ErrorNote text={rows.message} onRetry={() => void loadRows()} />;
  if (rows.state !== 'loaded')
    return <Loading shapes={['skel--card', 'skel--card', 'skel--card', 'skel--card', 'skel--card']} />;
  return (
    <>
      <Lead />
      <div className="pgs">
        {groupRows(rows.value).map((group) => (
          <Card key={group.title} group={group} />
        ))}
      </div>
      <ContentFile />
    </>
  );
}

/** How many pages still show words of the sample practice. */
function Lead() {
  const left = useStore($setup)?.words.left.filter(({ kind }) => kind === 'sample') ?? [];
  return (
    <>
      <p className="quiet">
        Sitedeki her cümle burada. Bir metni kendi sözlerinizle değiştirince “örnek metin” işareti kalkar.
      </p>
      {left.length > 0 && (
        <p className="note note--warn">
          <Icon of={alert} />
          <span>
            <b>{left.length} sayfada örnek metin duruyor.</b> Ziyaretçiler onları sizin sözünüz sanır; önce bunlardan
            başlayın.
          </span>
        </p>
      )}
    </>
  );
}

function Card({ group: { title, about, rows } }: { group: PageGroup }) {
  const [only] = rows;
  return (
    <section className="pg">
      <Sketch name={only?.name ?? ''} />
      <div>
        <h2>{rows.length === 1 && only ? <a href={paths.adminPage(only.name)}>{title}</a> : title}</h2>
        <p>{about}</p>
        {rows.length === 1 && only && <Changed row={only} />}
      </div>
      {rows.length === 1 && only ? (
        <States row={only} />
      ) : (
        <ul className="pg__rows">
          {rows.map((row) => (
            <li key={row.name}>
              <a href={paths.adminPage(row.name)}>
                {shortTitle(row)}
                <Icon of={right} />
              </a>
              <Changed row={row} />
              <States row={row} />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

/** `Danışmanlık` of `Danışmanlık: sık sorulanlar`. */
const shortTitle = ({ title }: ContentRow) => title.replace(/: sık sorulanlar$/, '');

function Changed({ row: { revision, updated_at, updated_by } }: { row: ContentRow }) {
  return (
    <p>{revision === 1 ? 'hiç değişmedi' : [formatDateTime(updated_at), updated_by].filter(Boolean).join(' · ')}</p>
  );
}

/** Whether the words are the sample's, and whether they wait for the next release. */
function States({ row }: { row: ContentRow }) {
  const { name, revision, live_revision } = row;
  const setup = useStore($setup);
  const left = setup?.words.left.find((one) => one.name === name);
  const isWaiting = live_revision !== null && live_revision !== revision;
  return (
    <span className="pg__states">
      {isWaiting && <span className="pill pill--info">yayın bekliyor</span>}
      {left && (
        <span className="pill pill--warn">
          <Icon of={alert} />
          {left.kind === 'sample' ? 'örnek metin' : 'metninizi bekliyor'}
        </span>
      )}
      {setup && isOwnWords(row, setup.words) && (
        <span className="pill pill--ok">
          <Icon of={check} />
          sizin sözünüz
        </span>
      )}
    </span>
  );
}
