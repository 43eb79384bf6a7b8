import { Button } from '../ui/Button.tsx';
import { toast } from '../ui/toast.ts';

/** Copies a text; where the browser refuses, says to select it by hand. */
export function CopyButton({ text, label }: { text: string; label: string }) {
  async function copy(): Promise<void> {
    try {
      await navigator.clipboard.writeText(text);
      toast({ text: 'Kopyalandı.' });
    } catch {
      toast({ text: 'Tarayıcınız kopyalamaya izin vermedi. Metni seçip kopyalayın.', tone: 'err' });
    }
  }
  return (
    <Button kind="line" onClick={() => void copy()}>
      {label}
    </Button>
  );
}
