import { useEffect, useState } from 'react';
import { Button } from '../../ui/Button.tsx';
import { ErrorNote } from '../../ui/States.tsx';

/** The time a toast is shown. */
const noticeMs = 5000;

/** Why a list could not be loaded, for five seconds as every notice; after that only the way to try again. */
export function ListFailure({ text, onRetry }: { text: string; onRetry: () => void }) {
  const [isOver, setOver] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setOver(true), noticeMs);
    return () => clearTimeout(timer);
  }, []);
  if (!isOver) return <ErrorNote text={text} onRetry={onRetry} />;
  return (
    <Button kind="line" onClick={onRetry}>
      Tekrar dene
    </Button>
  );
}
