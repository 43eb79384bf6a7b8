import { Button } from '../ui/Button.tsx';
import { copyOrExplain } from '../ui/share.ts';
import { toast } from '../ui/toast.ts';

/** Copies a text; where the browser refuses, says to select it by hand. */
export function CopyButton({ text, label }: { text: string; label: string }) {
  async function copy(): Promise<void> {
    if (await copyOrExplain(text)) toast('Kopyalandı.');
  }
  return (
    <Button kind="line" onClick={() => void copy()}>
      {label}
    </Button>
  );
}
