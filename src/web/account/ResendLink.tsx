import { useState } from 'react';
import { Button } from '../ui/Button.tsx';
import type { Outcome } from '../ui/form.ts';
import { ErrorNote, OkNote } from '../ui/States.tsx';
import { resendLink } from './register.store.ts';

/** Mails a new activation link to an address. */
export function ResendLink({ email }: { email: string }) {
  const [busy, setBusy] = useState(false);
  const [outcome, setOutcome] = useState<Outcome>();

  async function press(): Promise<void> {
    setBusy(true);
    setOutcome(undefined);
    setOutcome(await resendLink(email));
    setBusy(false);
  }

  if (outcome && 'done' in outcome) return <OkNote text={outcome.done} />;
  const problem = outcome && (outcome.message ?? Object.values(outcome.fields)[0]);
  return (
    <>
      {problem && <ErrorNote text={problem} />}
      <Button kind="line" wide busy={busy} onClick={press}>
        Etkinleştirme bağlantısını yeniden gönder
      </Button>
    </>
  );
}
