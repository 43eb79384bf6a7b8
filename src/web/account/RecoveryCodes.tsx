import { useEffect, useRef } from 'react';
import { Button } from '../ui/Button.tsx';
import { CopyButton } from './CopyButton.tsx';
import { closeSetup } from './secondFactor.store.ts';

/** The recovery codes, shown once, to print or to copy; the browser asks before the page with them is left. */
export function RecoveryCodes({ codes }: { codes: string[] }) {
  const title = useRef<HTMLHeadingElement>(null);
  // The button that led here is gone, and with it the focus.
  useEffect(() => title.current?.focus(), []);
  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener('beforeunload', ask);
    return () => removeEventListener('beforeunload', ask);
  }, []);
  return (
    <div className="stack codes">
      <h3 ref={title} tabIndex={-1}>
        İki adımlı giriş açıldı. Kurtarma kodlarınızı saklayın
      </h3>
      <p>
        Telefonunuz yanınızda olmadığında bu kodlardan biriyle girersiniz. Her kod bir kez geçerlidir.{' '}
        <b>Kodlar bir daha gösterilmez:</b> şimdi yazdırın ya da şifre yöneticinize kopyalayın.
      </p>
      <ul className="codes__list">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <div className="profile__act">
        <Button kind="line" onClick={() => print()}>
          Yazdır
        </Button>
        <CopyButton text={codes.join('\n')} label="Kodları kopyala" />
        <Button onClick={closeSetup}>Kodları sakladım</Button>
      </div>
    </div>
  );
}
