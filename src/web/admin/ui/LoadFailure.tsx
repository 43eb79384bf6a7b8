import { Button } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/States.tsx';
import { listPath } from '../router.store.ts';
import { type RouteName, routes } from '../routes.ts';

interface Props {
  text: string;
  /** The list to go back to. */
  back: RouteName;
  onRetry: () => void;
}

/** Says why a screen's subject could not be loaded, with a retry and the way back to its list. */
export function LoadFailure({ text, back, onRetry }: Props) {
  return (
    <section className="panel" role="alert">
      <EmptyState
        text={text}
        action={
          <div className="acts">
            <Button kind="line" onClick={onRetry}>
              Tekrar dene
            </Button>
            <a className="btn" href={listPath(back)}>
              {routes[back].title} listesine dön
            </a>
          </div>
        }
      />
    </section>
  );
}
