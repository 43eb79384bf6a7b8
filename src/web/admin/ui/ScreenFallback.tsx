import { Loading } from '../../ui/States.tsx';

/** Shown while a screen loads. */
export function ScreenFallback() {
  return (
    <section className="panel">
      <Loading shapes={['skel--line', 'skel--line', 'skel--block']} />
    </section>
  );
}
