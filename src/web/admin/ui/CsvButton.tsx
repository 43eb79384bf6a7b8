import { Button } from '../../ui/Button.tsx';
import { download } from './icons.ts';

/** Saves what a screen lists as a CSV file. */
export function CsvButton({ onDownload, disabled }: { onDownload: () => unknown; disabled?: boolean }) {
  return (
    <Button kind="line" icon={download} onClick={() => void onDownload()} disabled={disabled}>
      CSV indir
    </Button>
  );
}
