import { useEffect, useRef, useState } from 'react';
import { Button } from '../ui/Button.tsx';
import { globe } from '../ui/icons.ts';
import { ErrorNote } from '../ui/States.tsx';
import { hasGoogle, readGoogleProblem, startGoogle } from './google.store.ts';

/** Sign-in with Google; nothing where no auth service is configured. */
export function GoogleButton({ returnTo }: { returnTo: string | undefined }) {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const note = useRef<HTMLDivElement>(null);
  useEffect(() => {
    setProblem(readGoogleProblem());
    // Restored from the back-forward cache, the button must work again.
    const reset = () => setBusy(false);
    addEventListener('pageshow', reset);
    return () => removeEventListener('pageshow', reset);
  }, []);
  // On a phone the note may be below the visible part of the page.
  useEffect(() => {
    if (problem) note.current?.scrollIntoView({ block: 'nearest' });
  }, [problem]);
  if (!hasGoogle) return null;

  async function press(): Promise<void> {
    setBusy(true);
    setProblem(undefined);
    const failure = await startGoogle(returnTo);
    // Without a failure the browser is leaving for Google and the button stays busy.
    if (!failure) return;
    setProblem(failure);
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
      <Button kind="line" icon={globe} wide busy={busy} disabled={busy} onClick={press}>
        Google ile giriş yap
      </Button>
    </>
  );
}
