import { paths } from '../../paths.ts';
import { EmptyState } from '../../ui/States.tsx';

/** Shown at an admin address without a screen. */
export function NoScreen() {
  return (
    <section className="panel">
      <EmptyState
        text="Bu adreste bir yönetim sayfası yok."
        action={
          <a className="btn" href={paths.admin}>
            Yönetim Paneline dön
          </a>
        }
      />
    </section>
  );
}
