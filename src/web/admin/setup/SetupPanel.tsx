import { useStore } from '@nanostores/react';
import { type ReactNode, useEffect } from 'react';
import type { Setup, SetupStep } from '../../../contract/setup.ts';
import { formatDate } from '../../../shared/format.ts';
import { paths } from '../../adminPaths.ts';
import { Button } from '../../ui/Button.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { lazyComponent } from '../../ui/lazyComponent.tsx';
import { check } from '../ui/icons.ts';
import './setup-panel.css';
import {
  $busy,
  $samples,
  $setup,
  loadSamples,
  removeSamples,
  restoreSamples,
  saveLegalCheck,
  sendTestMail,
} from './setup.store.ts';
import { stepNote, stepOrder, stepTitles, withEnding } from './setup.ts';

/** Comes with the words' room, so that the dashboard stays light. */
const LeftWords = lazyComponent(
  () => import('../pages/LeftWords.tsx'),
  () => null,
);

/** 'Kurulum': what leads a new owner to a site for everybody. It goes once everything is done. */
export function SetupPanel() {
  const setup = useStore($setup);
  const samples = useStore($samples);
  useEffect(() => void loadSamples(), []);
  if (!setup) return null;
  const open = stepOrder.filter((step) => !setup[step].done);
  const until = samples?.restorable_until;
  if (open.length === 0)
    return until ? (
      <section className="panel setup-done">
        <p>Örnek içeriği {formatDate(until)} gününe kadar geri getirebilirsiniz.</p>
        <RestoreButton />
      </section>
    ) : null;
  return (
    <section className="setup" aria-labelledby="kurulum">
      <header className="setup__head">
        <div>
          <p className="kicker">İpin ucu burada</p>
          <h2 id="kurulum">Kurulum</h2>
        </div>
        <p className="setup__count">
          {stepOrder.length} adımdan {withEnding(stepOrder.length - open.length)} tamam
        </p>
      </header>
      <Thread part={(stepOrder.length - open.length) / stepOrder.length} />
      <ol className="setup__steps">
        {stepOrder.map((step, index) => (
          <Step key={step} step={step} number={index + 1} setup={setup} isNext={step === open[0]} />
        ))}
      </ol>
    </section>
  );
}

/** Draws progress as a thread. `part` is the share that is done, 0 to 1. */
function Thread({ part }: { part: number }) {
  const path = 'M4 14C90 4 160 4 250 12S420 24 520 12 700 4 800 14';
  return (
    <svg className="setup__thread" viewBox="0 0 804 28" preserveAspectRatio="none" fill="none" aria-hidden="true">
      <path d={path} className="setup__rest" />
      <path d={path} className="setup__done" pathLength="1" strokeDasharray={`${part} 1`} />
    </svg>
  );
}

function Step({ step, number, setup, isNext }: { step: SetupStep; number: number; setup: Setup; isNext: boolean }) {
  const { done } = setup[step];
  return (
    <li className={['step', done && 'step--done', isNext && 'step--next'].filter(Boolean).join(' ')}>
      <span className="step__mark">
        {done ? (
          <>
            <Icon of={check} />
            <span className="sr">Tamam:</span>
          </>
        ) : (
          number
        )}
      </span>
      <div className="step__text">
        <h3>{stepTitles[step]}</h3>
        <p>{stepNote(step, setup)}</p>
        {step === 'words' && setup.words.left.length > 0 && <LeftWords left={setup.words.left} />}
      </div>
      <div className="step__acts">{actions(step, setup, isNext)}</div>
    </li>
  );
}

function actions(step: SetupStep, setup: Setup, isNext: boolean): ReactNode {
  const link = isNext ? 'btn' : 'btn btn--line';
  const { done } = setup[step];
  if (step === 'mail') return <TestMailButton isNext={isNext} />;
  if (step === 'samples') return <SamplesButtons isNext={isNext} />;
  if (step === 'legal') return <LegalCheck checked={setup.legal.checked_at !== null} />;
  if (done) return null;
  const { href, label } = screenOf[step];
  return (
    <a className={link} href={href}>
      {label}
    </a>
  );
}

/** Where the other steps are done. */
const screenOf = {
  words: { href: paths.adminPages, label: 'Sayfaları aç' },
  identity: { href: paths.adminSite, label: 'Site bilgilerini aç' },
  payment: { href: paths.adminPaymentSettings, label: 'Hesap bilgilerini yaz' },
  etbis: { href: paths.adminSite, label: 'Site bilgilerini aç' },
  admin: { href: paths.adminUsers, label: 'Kullanıcıları aç' },
};

function TestMailButton({ isNext }: { isNext: boolean }) {
  const busy = useStore($busy);
  return (
    <Button kind={isNext ? 'sea' : 'line'} busy={busy.includes('mail')} onClick={() => void sendTestMail()}>
      Bana deneme e-postası gönder
    </Button>
  );
}

function SamplesButtons({ isNext }: { isNext: boolean }) {
  const setup = useStore($setup);
  const samples = useStore($samples);
  const busy = useStore($busy);
  const isRemovable = setup && !(setup.samples.done && setup.words.done);
  return (
    <>
      {isRemovable && (
        <Button kind={isNext ? 'sea' : 'line'} busy={busy.includes('samples')} onClick={() => void removeSamples()}>
          Örnek içeriği kaldır
        </Button>
      )}
      {samples?.restorable_until && <RestoreButton />}
    </>
  );
}

function RestoreButton() {
  const busy = useStore($busy);
  return (
    <Button kind="line" busy={busy.includes('samples')} onClick={() => void restoreSamples()}>
      Örnek içeriği geri getir
    </Button>
  );
}

function LegalCheck({ checked }: { checked: boolean }) {
  const busy = useStore($busy).includes('legal');
  return (
    <>
      <a className="btn btn--quiet" href={paths.legal} target="_blank" rel="noopener">
        Metinleri aç<span className="sr"> (yeni sekmede açılır)</span>
      </a>
      <label className="check">
        <input
          type="checkbox"
          checked={checked}
          // Not `disabled`, which would take the focus away.
          aria-disabled={busy || undefined}
          onChange={({ target }) => void saveLegalCheck(target.checked)}
        />
        <span>Hukukçuya baktırdım</span>
      </label>
    </>
  );
}
