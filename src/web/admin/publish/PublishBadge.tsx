import { useStore } from '@nanostores/react';
import { paths } from '../../adminPaths.ts';
import { Icon } from '../../ui/Icon.tsx';
import { cloudUpload } from '../ui/icons.ts';
import { $publish, publishNow } from './publish.store.ts';
import { publishBadge } from './publish.ts';

/** The state of publishing, shown on every screen. */
export function PublishBadge() {
  const state = useStore($publish);
  if (!state) return null;
  const { tone, text, button } = publishBadge(state);
  return (
    <div className={`pub pub--${tone}`}>
      <span className="pub__dot" aria-hidden="true" />
      <span role="status">
        <a href={paths.adminPublish}>{text}</a>
      </span>
      {button && (
        <button className="btn btn--sm" type="button" onClick={() => void publishNow()}>
          <Icon of={cloudUpload} />
          {button}
        </button>
      )}
    </div>
  );
}
