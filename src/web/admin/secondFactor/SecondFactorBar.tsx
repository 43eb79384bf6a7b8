import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import { paths } from '../../paths.ts';
import { Icon } from '../../ui/Icon.tsx';
import { shield } from '../ui/icons.ts';
import { $isAsked, putOff, refreshQuestion } from './secondFactor.store.ts';

/** Asks an admin without a second factor to set one up. */
export function SecondFactorBar() {
  const isAsked = useStore($isAsked);
  useEffect(() => void refreshQuestion(), []);
  if (!isAsked) return null;
  return (
    <div className="note note--info">
      <Icon of={shield} />
      <p>
        Yönetici hesabınızı iki adımlı girişle koruyun.{' '}
        <a className="link" href={`${paths.profile}#guvenlik`}>
          Şimdi kur
        </a>{' '}
        <button type="button" className="link" onClick={putOff}>
          7 gün sonra sor
        </button>
      </p>
    </div>
  );
}
