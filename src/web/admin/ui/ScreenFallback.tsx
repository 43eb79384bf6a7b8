import { Loading } from '../../ui/States.tsx';

/** While a screen's own code is on its way. */
export function ScreenFallback() {
  return (
    <section className="panel">
      <Loading shapes={['skel--line', 'skel--line', 'skel--block']} />
    </section>
  );
}
