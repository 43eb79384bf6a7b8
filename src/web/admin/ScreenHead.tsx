import { useStore } from '@nanostores/react';
import { useEffect, useRef } from 'react';
import { PublishBadge } from './publish/PublishBadge.tsx';
import { $subject, listPath } from './router.store.ts';
import { type RouteName, routes } from './routes.ts';

/** The screens above a screen, from the dashboard down. */
function ancestorsOf(name: RouteName): RouteName[] {
  const parent = routes[name].parent ?? (name === 'dashboard' ? undefined : 'dashboard');
  return parent ? [...ancestorsOf(parent), parent] : [];
}

/** Breadcrumb, title and publish badge. Focuses the title of a new screen, so that it is read out. */
export function ScreenHead({ name }: { name: RouteName | undefined }) {
  const subject = useStore($subject);
  const title = useRef<HTMLHeadingElement>(null);
  const first = useRef(true);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the name is what it waits for
  useEffect(() => {
    if (!first.current) title.current?.focus({ preventScroll: true });
    first.current = false;
  }, [name]);
  const steps = name ? ancestorsOf(name) : (['dashboard'] satisfies RouteName[]);
  return (
    <div className="adm__top">
      <div className="adm__title">
        {steps.length > 0 && (
          <nav aria-label="Sayfa yolu">
            <ol className="crumbs">
              {steps.map((step) => (
                <li key={step}>
                  <a href={listPath(step)}>{routes[step].title}</a>
                </li>
              ))}
            </ol>
          </nav>
        )}
        <h1 ref={title} tabIndex={-1}>
          {subject ?? (name ? routes[name].title : 'Sayfa bulunamadı')}
        </h1>
      </div>
      <a className="skip btn" href="#ekran">
        Bildirimleri geç
      </a>
      <PublishBadge />
    </div>
  );
}
