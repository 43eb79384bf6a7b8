import { useStore } from '@nanostores/react';
import { useEffect, useRef, useState } from 'react';
import { Icon } from '../../ui/Icon.tsx';
import { ErrorNote } from '../../ui/States.tsx';
import { eye } from '../ui/icons.ts';
import { goTo, type Page } from './editPage.store.ts';
import { followChange } from './followChange.ts';
import { labelAt, readPath } from './labels.ts';
import { $preview, closePreview, renderNow } from './preview.store.ts';

/** Width of the window that the page is laid out for, in pixels. */
const widths = { phone: 390, desktop: 1280 };
type Device = keyof typeof widths;
const deviceNames: Record<Device, string> = { phone: 'Telefon', desktop: 'Bilgisayar' };

/** The real page with the words in the form. */
export function Preview({ page }: { page: Page }) {
  const { rendering, url, message, fields } = useStore($preview);
  const [device, setDevice] = useState<Device>('phone');
  const isFailed = Boolean(message || fields);
  return (
    <section className="pe__see" aria-label="Önizleme">
      <div className="see">
        <div className="see__bar">
          <fieldset className="seg">
            <legend className="sr">Önizlemenin genişliği</legend>
            {(Object.keys(widths) as Device[]).map((name) => (
              <label key={name}>
                <input type="radio" name="genislik" checked={device === name} onChange={() => setDevice(name)} />
                {deviceNames[name]}
              </label>
            ))}
          </fieldset>
        </div>
        {message && <ErrorNote text={`${message} ${safeText(url)}`} onRetry={renderNow} />}
        {fields && <Problems page={page} fields={fields} />}
        <Frames url={url} width={widths[device]} isFailed={!rendering && isFailed} />
        <p className="see__foot" role="status" hidden={isFailed && !rendering}>
          <Icon of={eye} />
          {rendering ? 'Sayfa hazırlanıyor…' : 'Sayfanın kendisi; yazdıklarınız henüz kayıtlı ve yayında değil.'}
        </p>
      </div>
    </section>
  );
}

/** If the page could not be rendered, says that nothing is lost and what is shown instead. */
const safeText = (url: string | undefined): string =>
  `Yazdıklarınız formda duruyor${url ? '; görünen sayfa önceki hâli' : ''}.`;

/** Which words keep the page from being rendered. */
function Problems({ page, fields }: { page: Page; fields: Record<string, string> }) {
  const show = (path: string) => {
    // On a narrow screen the page lies over the form.
    if (!matchMedia('(min-width: 76rem)').matches) closePreview();
    goTo(path);
  };
  return (
    <div className="note note--warn see__wrong" role="status">
      <p>Önizleme, şu alanlar düzeltilince yenilenir:</p>
      <ul>
        {Object.entries(fields).map(([path, sentence]) => (
          <li key={path}>
            <button type="button" className="link" onClick={() => show(path)}>
              {labelAt(page.fields, readPath(path)) || path}
            </button>
            : {sentence}
          </li>
        ))}
      </ul>
    </div>
  );
}

/** The page as rendered last. The next one loads behind it and replaces it, at the same scroll position, when ready. */
function Frames({ url, width, isFailed }: { url: string | undefined; width: number; isFailed: boolean }) {
  const box = useRef<HTMLDivElement>(null);
  const shownFrame = useRef<HTMLIFrameElement>(null);
  const [shown, setShown] = useState<string>();
  const [scale, setScale] = useState(1);
  useEffect(() => {
    const observer = new ResizeObserver(([entry]) => setScale((entry?.contentRect.width ?? width) / width));
    if (box.current) observer.observe(box.current);
    return () => observer.disconnect();
  }, [width]);
  const urls = [...new Set([shown, url])].filter((one) => one !== undefined);
  return (
    <div className="see__page" ref={box} aria-busy={shown !== url} hidden={isFailed && urls.length === 0}>
      {urls.length === 0 && <div className="skel see__wait" aria-hidden="true" />}
      {urls.map((one) => (
        <iframe
          key={one}
          ref={one === shown ? shownFrame : undefined}
          title="Sayfanın önizlemesi"
          src={one}
          style={{ width, height: `${100 / scale}%`, transform: `scale(${scale})` }}
          className={one === shown ? undefined : 'see__next'}
          onLoad={({ currentTarget }) => {
            keepInside(currentTarget, shownFrame.current);
            setShown(one);
          }}
        />
      ))}
    </div>
  );
}

/** Shows what changed in a page since the one before, and keeps its links and forms from doing anything. */
function keepInside(frame: HTMLIFrameElement, before: HTMLIFrameElement | null): void {
  // Undefined where the API, and with it the preview, is of another origin.
  const page = frame.contentDocument;
  if (!page) return;
  if (frame.contentWindow) followChange(before === frame ? null : before?.contentWindow, frame.contentWindow);
  page.addEventListener('submit', (event) => event.preventDefault(), { capture: true });
  page.addEventListener(
    'click',
    (event) => {
      const link = (event.target as Element).closest('a');
      if (link && !link.getAttribute('href')?.startsWith('#')) event.preventDefault();
    },
    { capture: true },
  );
}
