import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import type { PublishState } from '../../../contract/publish.ts';
import { Button } from '../../ui/Button.tsx';
import { ErrorNote, Loading } from '../../ui/States.tsx';
import { $failure, $publish, $releases, loadPublish, loadReleases, publishNow, setAutomatic } from './publish.store.ts';
import { currentStep, roomNames, steps } from './publish.ts';
import { Releases } from './Releases.tsx';

/** Shows waiting changes and the release being built, publishes, and restores earlier releases. */
export default function PublishScreen() {
  const state = useStore($publish);
  const releases = useStore($releases);
  const failure = useStore($failure);
  useEffect(() => {
    void loadPublish();
    void loadReleases();
  }, []);
  return (
    <>
      {state && <CurrentState state={state} />}
      {!state && failure && <ErrorNote text={failure} onRetry={() => void loadPublish()} />}
      {!state && !failure && <Loading shapes={['panel']} />}
      <section className="panel" aria-labelledby="surumler">
        <h2 id="surumler">Sürümler</h2>
        {releases.state === 'failed' && <ErrorNote text={releases.message} onRetry={() => void loadReleases()} />}
        {(releases.state === 'idle' || releases.state === 'loading') && <Loading shapes={['skel--row', 'skel--row']} />}
        {releases.state === 'loaded' && <Releases releases={releases.value} />}
      </section>
    </>
  );
}

function CurrentState({ state }: { state: PublishState }) {
  const { pending_changes, automatic, last_error, hook_answer } = state;
  return (
    <section className="panel form" aria-labelledby="durum">
      <h2 id="durum">Durum</h2>
      <ol className="pub-steps">
        {steps.map((step) => (
          <li key={step.phase} aria-current={step.phase === currentStep(state) ? 'step' : undefined}>
            {step.label}
          </li>
        ))}
      </ol>
      {last_error && <ErrorNote text={last_error} onRetry={() => void publishNow()} />}
      {pending_changes.length > 0 ? (
        <ul>
          {pending_changes.map(({ room, count }) => (
            <li key={room}>
              {roomNames[room]}: {count} değişiklik
            </li>
          ))}
        </ul>
      ) : (
        <p>Yayın bekleyen değişiklik yok.</p>
      )}
      {hook_answer && <p>Yayın servisinin yanıtı: {hook_answer}</p>}
      <label className="check">
        <input type="checkbox" checked={automatic} onChange={(event) => void setAutomatic(event.target.checked)} />
        <span>Değişiklikleri bir dakikalık sessizlikten sonra kendiliğinden yayınla</span>
      </label>
      <div>
        <Button busy={state.state === 'building'} busyText="Yayınlanıyor…" onClick={() => void publishNow()}>
          Şimdi yayınla
        </Button>
      </div>
    </section>
  );
}
