import { useState } from 'react';
import { Button } from '../ui/Button.tsx';
import { ErrorNote, OkNote } from '../ui/States.tsx';
import { resendLink } from './register.store.ts';

/** Mails a new activation link to an address that is already known here. */
export function ResendLink({ email }: { email: string }) {
  const [busy, setBusy] = useState(false);
  const [sent, setSent] = useState<string>();
  const [problem, setProblem] = useState<string>();

  async function press(): Promise<void> {
    setBusy(true);
    setProblem(undefined);
    const answer = await resendLink(email);
    setBusy(false);
    if ('sent' in answer) setSent(answer.sent);
    else setProblem(answer.message ?? Object.values(answer.fields)[0]);
  }

  if (sent) return <OkNote text={sent} />;
  return (
    <>
      {problem && <ErrorNote text={problem} />}
      <Button kind="line" wide busy={busy} onClick={press}>
        Etkinleştirme bağlantısını yeniden gönder
      </Button>
    </>
  );
}
