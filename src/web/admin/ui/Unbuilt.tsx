import { EmptyState } from '../../ui/States.tsx';

/** Stands in for a screen that is being built. */
export default function Unbuilt() {
  return (
    <section className="panel">
      <EmptyState text="Bu sayfa hazırlanıyor." />
    </section>
  );
}
