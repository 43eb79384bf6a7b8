import { useStore } from '@nanostores/react';
import type { Setup } from '../../../contract/setup.ts';
import { paths } from '../../adminPaths.ts';
import { labelAt, readPath } from './labels.ts';
import { $fields, loadFields } from './leftWords.store.ts';
import './left-words.css';

type LeftDocuments = Setup['words']['left'];

/** The pages that still hold the product's words, each with its fields and a link to each. */
export default function LeftWords({ left }: { left: LeftDocuments }) {
  return (
    <ul className="left-words">
      {left.map((page) => (
        <li key={page.name}>
          <LeftPage page={page} />
          <a className="link" href={paths.adminPage(page.name)}>
            Aç<span className="sr">: {page.title}</span>
          </a>
        </li>
      ))}
    </ul>
  );
}

/** The fields of one page; what they are called is loaded when somebody asks. */
function LeftPage({ page: { name, title, kind, fields } }: { page: LeftDocuments[number] }) {
  const loaded = useStore($fields)[name];
  return (
    <details onToggle={({ currentTarget }) => currentTarget.open && void loadFields(name)}>
      <summary>
        {title}: {fields.length} {kind === 'sample' ? 'örnek metin' : 'bekleyen metin'}
      </summary>
      {loaded?.fields ? (
        <ul>
          {fields.map((path) => (
            <li key={path}>
              <a href={paths.adminPage(name, path)}>{labelAt(loaded.fields ?? [], readPath(path))}</a>
            </li>
          ))}
        </ul>
      ) : (
        <p role="status">{loaded?.failure ?? 'Yükleniyor...'}</p>
      )}
    </details>
  );
}
