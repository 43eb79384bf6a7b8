import { Loading } from '../../ui/States.tsx';

export function ScreenFallback() {
  return (
    <section className="panel">
      <Loading shapes={['skel--line', 'skel--line', 'skel--block']} />
    </section>
  );
}
