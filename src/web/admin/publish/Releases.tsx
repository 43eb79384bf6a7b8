import type { Release } from '../../../contract/publish.ts';
import { formatDateTime } from '../../../shared/format.ts';
import { tableWidthPx, useCards } from '../ui/useCards.ts';
import { restoreRelease } from './publish.store.ts';
import { changedWords, releaseStates } from './publish.ts';

export function Releases({ releases }: { releases: Release[] }) {
  const { ref, className } = useCards(tableWidthPx(5));
  if (!releases.length) return <p>Henüz sürüm yok.</p>;
  return (
    <table className={className} ref={ref}>
      <caption className="sr">Sürümler</caption>
      <thead>
        <tr>
          <th scope="col">Zaman</th>
          <th scope="col">Durum</th>
          <th scope="col">Değişenler</th>
          <th scope="col">Sayfalar</th>
          <th scope="col">
            <span className="sr">İşlemler</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {releases.map((release) => (
          <tr key={release.id}>
            <td className="main">{formatDateTime(release.created_at)}</td>
            <td data-l="Durum">
              <span className={`pill pill--${releaseStates[release.state].tone}`}>
                {releaseStates[release.state].label}
              </span>
              {release.error && <p>{release.error}</p>}
            </td>
            <td data-l="Değişenler">{changedWords(release) || '–'}</td>
            <td data-l="Sayfalar">
              {release.pages ?? '–'}
              {release.rendered !== null && release.state !== 'failed' && ` (${release.rendered} yenilendi)`}
            </td>
            <td>
              {release.restorable && (
                <button className="btn btn--line btn--sm" type="button" onClick={() => void restoreRelease(release)}>
                  Bu sürüme dön
                </button>
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
