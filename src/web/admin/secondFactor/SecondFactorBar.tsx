import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import { paths } from '../../paths.ts';
import { Button } from '../../ui/Button.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { shield } from '../ui/icons.ts';
import { $isAsked, putOff, refreshQuestion } from './secondFactor.store.ts';

/** Asks an admin without a second factor to set one up. */
export function SecondFactorBar() {
  const isAsked = useStore($isAsked);
  useEffect(() => void refreshQuestion(), []);
  if (!isAsked) return null;
  return (
    <div className="note note--info setup-bar">
      <Icon of={shield} />
      <p>
        Yönetici hesabınızı iki adımlı girişle koruyun: şifrenizi öğrenen biri bile giremez. Kurulum iki dakika sürer.
      </p>
      <a className="note__act" href={`${paths.profile}#guvenlik`}>
        Şimdi kur
      </a>
      <Button kind="quiet" className="note__act" onClick={putOff}>
        7 gün sonra sor
      </Button>
    </div>
  );
}
