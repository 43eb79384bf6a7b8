import { Button } from '../../ui/Button.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { download } from './icons.ts';

/** Saves what a screen lists as a CSV file. */
export function CsvButton({ onDownload, disabled }: { onDownload: () => unknown; disabled?: boolean }) {
  return (
    <Button kind="line" onClick={() => void onDownload()} disabled={disabled}>
      <Icon of={download} />
      CSV indir
    </Button>
  );
}
