import { useStore } from '@nanostores/react';
import { useEffect, useRef } from 'react';
import { Button } from '../../ui/Button.tsx';
import { download, upload } from '../ui/icons.ts';
import { $busy, $refusal, exportWords, importWords } from './contentFile.store.ts';

/** All words in one file: to keep, to hand to somebody who writes, or to bring to another site. */
export function ContentFile() {
  const busy = useStore($busy);
  const refusal = useStore($refusal);
  const input = useRef<HTMLInputElement>(null);
  // Said of a file once, not again at the next visit.
  useEffect(() => () => $refusal.set(undefined), []);
  return (
    <section className="panel" aria-labelledby="dosya">
      <h2 id="dosya">Bütün metinler tek dosyada</h2>
      <p className="quiet">
        Metinleri saklamak, bir yazara vermek ya da başka bir siteye taşımak için. Dosyada görsellerin kendisi yoktur,
        yalnızca adresleri vardır.
      </p>
      <div className="acts acts--start">
        <Button kind="line" icon={download} busy={busy === 'export'} onClick={() => void exportWords()}>
          Dosyayı indir
        </Button>
        <Button kind="line" icon={upload} busy={busy === 'import'} onClick={() => input.current?.click()}>
          Dosyadan al
        </Button>
        <input
          ref={input}
          type="file"
          accept="application/json,.json"
          hidden
          aria-label="Metin dosyası"
          onChange={({ target }) => {
            const [file] = target.files ?? [];
            if (file) void importWords(file);
            // Lets the same file be chosen again.
            target.value = '';
          }}
        />
      </div>
      {refusal && (
        <div className="note note--err" role="alert">
          <div>
            <p>{refusal.message} Hiçbir şey değişmedi.</p>
            <ul>
              {refusal.fields.slice(0, 20).map(([label, sentence]) => (
                <li key={label}>
                  <b>{label}</b>: {sentence}
                </li>
              ))}
            </ul>
            {refusal.fields.length > 20 && <p>Ve {refusal.fields.length - 20} alan daha.</p>}
          </div>
        </div>
      )}
    </section>
  );
}
