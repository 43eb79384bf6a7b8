import { useEffect, useRef, useState } from 'react';
import { Button } from '../ui/Button.tsx';
import { Icon } from '../ui/Icon.tsx';
import { globe } from '../ui/icons.ts';
import { ErrorNote } from '../ui/States.tsx';
import { useHydrated } from '../ui/useHydrated.ts';
import { hasGoogle, readGoogleProblem, startGoogle } from './google.store.ts';

/** Sign-in with Google; nothing where no auth service is configured. `next` is where to go on afterwards. */
export function GoogleButton({ next }: { next: string | undefined }) {
  // A press before anybody hears it must not be lost without a sign.
  const hydrated = useHydrated();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const note = useRef<HTMLDivElement>(null);
  useEffect(() => {
    setProblem(readGoogleProblem());
    // Back from Google by the history, the button must work again.
    const wake = () => setBusy(false);
    addEventListener('pageshow', wake);
    return () => removeEventListener('pageshow', wake);
  }, []);
  // On a phone the note may stand below the edge of the page that is read first.
  useEffect(() => {
    if (problem) note.current?.scrollIntoView({ block: 'nearest' });
  }, [problem]);
  if (!hasGoogle) return null;

  async function press(): Promise<void> {
    setBusy(true);
    setProblem(undefined);
    const failed = await startGoogle(next);
    // Without a problem the browser is on its way to Google: the button stays as it is.
    if (!failed) return;
    setProblem(failed);
    setBusy(false);
  }

  return (
    <>
      <p className="or">ya da</p>
      {problem && (
        <div className="auth__note" ref={note}>
          <ErrorNote text={problem} />
        </div>
      )}
      <Button kind="line" wide busy={busy} disabled={busy || !hydrated} onClick={press}>
        <Icon of={globe} />
        Google ile giriş yap
      </Button>
    </>
  );
}
