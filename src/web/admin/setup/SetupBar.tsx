import { useStore } from '@nanostores/react';
import { paths } from '../../adminPaths.ts';
import { Icon } from '../../ui/Icon.tsx';
import { alert } from '../ui/icons.ts';
import { $setup } from './setup.store.ts';
import { missingWords } from './setup.ts';

/** Says on every screen that the site does not have the identity of its owner yet. */
export function SetupBar() {
  const setup = useStore($setup);
  if (!setup || setup.identity.done) return null;
  return (
    <div className="note note--warn">
      <Icon of={alert} />
      <p>
        Sitede örnek ya da eksik bilgiler var: {missingWords(setup)}.{' '}
        <a className="link" href={paths.adminSite}>
          Kimliğinizi yazın
        </a>
      </p>
    </div>
  );
}
