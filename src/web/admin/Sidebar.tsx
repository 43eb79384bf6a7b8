import { useStore } from '@nanostores/react';
import { useEffect, useRef } from 'react';
import { paths } from '../paths.ts';
import { Icon } from '../ui/Icon.tsx';
import { groups, type RouteName, routes } from './routes.ts';
import { $stats } from './stats.store.ts';
import * as icons from './ui/icons.ts';

const entries = Object.entries(routes) as [RouteName, (typeof routes)[RouteName]][];

/** The screen whose link is marked as current: the shown one, or the nearest ancestor with a link. */
function nearestLinked(name: RouteName | undefined): RouteName | undefined {
  if (!name || routes[name].group !== undefined) return name;
  return nearestLinked(routes[name].parent);
}

/** The menu of the admin area; below 1024 px it opens from a button. */
export function Sidebar({ current, practice }: { current: RouteName | undefined; practice: string }) {
  const menu = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new screen closes the menu that led to it
  useEffect(() => {
    if (menu.current?.matches(':popover-open')) menu.current.hidePopover();
  }, [current]);
  return (
    <aside className="side on-dark" aria-label="Yönetim">
      <a className="side__brand" href={paths.admin}>
        <img src="/favicon.svg" alt="" width="38" height="38" />
        <span>
          <b>Yönetim</b>
          <span>{practice}</span>
        </span>
      </a>
      <button className="side__burger" type="button" popoverTarget="yonetim-menusu" aria-label="Menüyü aç">
        <Icon of={icons.menu} />
      </button>
      <div className="side__menu" id="yonetim-menusu" popover="auto" ref={menu}>
        <button
          className="side__burger side__close"
          type="button"
          popoverTarget="yonetim-menusu"
          popoverTargetAction="hide"
          aria-label="Menüyü kapat"
        >
          <Icon of={icons.close} />
        </button>
        <Links current={nearestLinked(current)} />
      </div>
    </aside>
  );
}

function Links({ current }: { current: RouteName | undefined }) {
  const counts = useStore($stats);
  return (
    <nav aria-label="Yönetim menüsü">
      {groups.map((group) => (
        <div className="side__group" key={group}>
          {group && <p>{group}</p>}
          {entries
            .filter(([, route]) => route.group === group)
            .map(([name, { path, title, label = title, icon = icons.bulletList, count }]) => (
              <a key={name} href={path} aria-current={name === current ? 'page' : undefined}>
                <Icon of={icon} />
                {label}
                {count && counts && counts[count] > 0 && (
                  <em>
                    {counts[count]}
                    <span className="sr"> yeni</span>
                  </em>
                )}
              </a>
            ))}
        </div>
      ))}
      <div className="side__group">
        <p>Hesap</p>
        <a href={paths.home}>
          <Icon of={icons.globe} />
          Siteye dön
        </a>
        <a href={paths.logout}>
          <Icon of={icons.logout} />
          Çıkış
        </a>
      </div>
    </nav>
  );
}
