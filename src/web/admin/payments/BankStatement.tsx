import { useStore } from '@nanostores/react';
import { type RefObject, useEffect, useId, useRef, useState } from 'react';
import { formatDayMonth, formatLira } from '../../../shared/format.ts';
import { toLira } from '../../../shared/money.ts';
import { Button } from '../../ui/Button.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { ErrorNote, OkNote, Status } from '../../ui/States.tsx';
import { toast } from '../../ui/toast.ts';
import { alert, check, minus, shield, upload } from '../ui/icons.ts';
import { RowButton } from '../ui/RowButton.tsx';
import { lateWords } from './payments.ts';
import { unreadSentence } from './statement/movements.ts';
import type { FoundMatch } from './statement/readMatches.ts';
import {
  $buyers,
  $statement,
  acceptMatch,
  readFile,
  recordMatches,
  rejectMatch,
  type StatementState,
} from './statement/statement.store.ts';

type Read = Extract<StatementState, { step: 'read' }>;
type Buyers = ReturnType<typeof $buyers.get>;

/** Reads a bank's file on this computer and records what it finds. */
export function BankStatement() {
  const state = useStore($statement);
  return (
    <section className="panel" aria-labelledby="ekstre">
      <div className="panel__head">
        <h2 id="ekstre">Banka ekstresi</h2>
        {state.step !== 'none' && (
          <p className="quiet">
            {state.file}
            {state.step === 'read' && ` · ${state.lines} satır`}
          </p>
        )}
      </div>
      <DropZone />
      {state.step === 'reading' && <p role="status">Dosya okunuyor…</p>}
      {state.step === 'failed' && <ErrorNote text={state.problem} />}
      {state.step === 'read' && state.unread.length > 0 && (
        <ErrorNote text={`${unreadSentence(state.unread)} Oradaki ödemeleri elle kaydedin.`} />
      )}
      {state.step === 'read' && <Matches state={state} />}
    </section>
  );
}

/** Reads the first of the files, and says so where there are more. */
function take(files: FileList | null): void {
  const [first, ...others] = files ?? [];
  if (first) void readFile(first);
  if (others.length) toast({ text: `Dosyalar tek tek okunur: yalnızca ${first?.name} okundu.`, tone: 'warn' });
}

/** Takes files that are dropped anywhere on the page, which the browser would open in its place; whether one hovers. */
function useDrop(zone: RefObject<HTMLElement | null>): boolean {
  const [over, setOver] = useState(false);
  useEffect(() => {
    function drag(event: DragEvent) {
      if (!event.dataTransfer?.types.includes('Files')) return;
      event.preventDefault();
      setOver(event.type === 'dragover');
      if (event.type !== 'drop') return;
      take(event.dataTransfer.files);
      zone.current?.scrollIntoView({ block: 'nearest' });
    }
    const leave = (event: DragEvent) => !event.relatedTarget && setOver(false);
    const gone = new AbortController();
    const { signal } = gone;
    document.addEventListener('dragover', drag, { signal });
    document.addEventListener('drop', drag, { signal });
    document.addEventListener('dragleave', leave, { signal });
    return () => gone.abort();
  }, [zone]);
  return over;
}

function DropZone() {
  const zone = useRef<HTMLDivElement>(null);
  const over = useDrop(zone);
  const id = useId();
  return (
    <div className={over ? 'bankfile bankfile--over' : 'bankfile'} ref={zone}>
      <Icon of={shield} />
      <label htmlFor={id} id={`${id}-h`}>
        <b>Dosya bu bilgisayarda okunur, hiçbir yere gönderilmez.</b>
        <span className="under">
          Yalnızca kaydettiğiniz eşleşmelerin kodu, tutarı ve günü siteye yazılır. Excel (.xlsx, .xls) ya da CSV
          dosyasını buraya bırakın ya da seçin.
        </span>
      </label>
      <span className="btn btn--line btn--sm drop__pick">
        <Icon of={upload} />
        Dosya seç
        <input
          id={id}
          type="file"
          aria-label="Dosya seç: banka ekstresi"
          aria-describedby={`${id}-h`}
          accept=".csv,.txt,.xls,.xlsx"
          onChange={(event) => {
            take(event.target.files);
            event.target.value = '';
          }}
        />
      </span>
    </div>
  );
}

const joinByComma = (parts: string[]) => parts.join(', ');

function Matches({ state }: { state: Read }) {
  const { repeated, matches, others, sending, outcome } = state;
  const buyers = useStore($buyers);
  const sure = matches.filter((match) => match.sure);
  const asked = matches.filter((match) => !match.sure);
  return (
    <>
      {outcome && <Recorded outcome={outcome} />}
      <Status className="pay-links">
        {repeated > 0 && (
          <span className="pill pill--mute">
            <Icon of={check} />
            {repeated} daha önce kaydedilmiş
          </span>
        )}
        <span className="pill pill--ok">
          <Icon of={check} />
          {sure.length} kesin
        </span>
        <span className="pill pill--warn">
          <Icon of={alert} />
          {asked.length} size soruluyor
        </span>
        <span className="pill pill--mute">
          <Icon of={minus} />
          {others} bizimle ilgisiz
        </span>
      </Status>
      <ul className="matches">
        {repeated > 0 && (
          <li className="match match--mute">
            <Icon of={check} />
            <b>{repeated} gelen ödeme daha önce kaydedilmiş</b>
            <span className="under">Önceki bir ekstreden kaydedildi; yeniden sorulmaz ve kaydedilmez.</span>
          </li>
        )}
        {sure.map((match) => (
          <li className="match match--ok" key={keyOf(match)}>
            <Icon of={check} />
            <b>{namesOf(match, buyers)}</b>
            <b>{formatLira(toLira(match.movement.amount))}</b>
            <span className="under">
              {reasons[match.reason]}: {codesOf(match)} · {whenOf(match, buyers)}
            </span>
          </li>
        ))}
        {asked.map((match) => (
          <Suggestion key={keyOf(match)} match={match} buyers={buyers} />
        ))}
        <li className="match match--mute">
          <Icon of={minus} />
          <b>{others} gelen ödeme bizimle ilgili değil</b>
          <span className="under">Hiçbiri kaydedilmez; sayfayı kapatınca unutulur.</span>
        </li>
      </ul>
      {sure.length > 0 && (
        <div className="form-foot">
          <Button kind="accent" busy={sending} onClick={() => void recordMatches()}>
            {sure.length} ödemeyi kaydet
          </Button>
        </div>
      )}
    </>
  );
}

const codesOf = ({ parts }: FoundMatch) => joinByComma(parts.map(({ code }) => code));
const keyOf = (match: FoundMatch) => `${match.index} ${codesOf(match)}`;

/** Who a movement is from: names of buyers, or codes of those who are not known. */
const namesOf = ({ parts }: FoundMatch, buyers: Buyers) =>
  joinByComma([...new Set(parts.map(({ code }) => buyers.get(code)?.buyer_name ?? code))]);

/** The day of a movement, and how late it came for the first of its checkouts. */
const whenOf = ({ movement: { day }, parts }: FoundMatch, buyers: Buyers) =>
  formatDayMonth(day) + lateWords(day, buyers.get(parts[0]?.code ?? '')?.due_at);

/** What is open of the checkout whose code a movement of another amount names. */
function openOf({ reason, parts }: FoundMatch, buyers: Buyers): string {
  const open = reason === 'amount_differs' && buyers.get(parts[0]?.code ?? '')?.open;
  return open ? ` (${formatLira(open)})` : '';
}

const reasons: Record<FoundMatch['reason'], string> = {
  code: 'Kod ve tutar tuttu',
  codes: 'Kodlar ve toplam tuttu',
  amount_differs: 'Kod tuttu, tutar açık tutardan farklı',
  nothing_open: 'Kod tuttu, ama bu sipariş için ödenecek tutar yok',
  name: 'Kod yok, ad ve tutar tuttu',
};

function Suggestion({ match, buyers }: { match: FoundMatch; buyers: Buyers }) {
  const { movement, reason } = match;
  const code = codesOf(match);
  return (
    <li className="match match--warn">
      <Icon of={alert} />
      <b>{namesOf(match, buyers)} olabilir</b>
      <b>{formatLira(toLira(movement.amount))}</b>
      <span className="under">
        {reasons[reason]}
        {openOf(match, buyers)}: “{movement.text}” · {whenOf(match, buyers)}
      </span>
      <span className="acts">
        <Button className="btn--sm" onClick={() => acceptMatch(match)}>
          Evet, {code} için
        </Button>
        <RowButton label="Bu değil" of={code} onClick={() => rejectMatch(match)} />
      </span>
    </li>
  );
}

function Recorded({ outcome: { recorded, repeated, refused } }: { outcome: NonNullable<Read['outcome']> }) {
  const again = repeated.length ? ` ${repeated.length} satır daha önce kaydedilmişti.` : '';
  return (
    <>
      <OkNote text={`${recorded.length} ödeme kaydedildi.${again}`} />
      {refused.map(({ code, reason }) => (
        <ErrorNote key={code} text={`${code}: ${reason}`} />
      ))}
    </>
  );
}
