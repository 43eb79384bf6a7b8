import { useStore } from '@nanostores/react';
import { useState } from 'react';
import { formatLira } from '../../../shared/format.ts';
import { methodNames } from './payments.ts';
import { $summary } from './summary.store.ts';

/** A bank's file brings many payments at once, which would move the panels below out of sight. */
const shownAtFirst = 5;

/** The payments that were recorded today, newest first; nothing until there is one. */
export function RecordedToday() {
  const [isWhole, setWhole] = useState(false);
  const summary = useStore($summary);
  const rows = 'value' in summary ? summary.value.today : [];
  if (!rows.length) return null;
  const shown = isWhole ? rows : rows.slice(0, shownAtFirst);
  return (
    <section className="panel" aria-labelledby="bugun">
      <div className="panel__head">
        <h2 id="bugun">Bugün kaydedilenler</h2>
        <p className="quiet">{formatLira(rows.reduce((all, { amount }) => all + amount, 0))}</p>
      </div>
      <ul className="tasks">
        {shown.map(({ id, code, buyer_name, amount, method, from_statement }) => (
          <li className="task" key={id}>
            <div>
              <b>{buyer_name ?? 'silinmiş kişi'}</b>
              <span className="under">
                <span className="code">{code}</span> · {methodNames[method]}
                {from_statement && ', ekstreden eşleşti'}
              </span>
            </div>
            <b className="task__sum">{formatLira(amount)}</b>
          </li>
        ))}
      </ul>
      {rows.length > shownAtFirst && (
        <button type="button" className="link" aria-expanded={isWhole} onClick={() => setWhole(!isWhole)}>
          {isWhole ? `Son ${shownAtFirst} ödemeyi göster` : `Tümünü göster (${rows.length})`}
        </button>
      )}
    </section>
  );
}
