import { useStore } from '@nanostores/react';
import { useEffect, useRef, useState } from 'react';
import { Button } from '../ui/Button.tsx';
import { Icon } from '../ui/Icon.tsx';
import { close } from '../ui/icons.ts';
import { AnswerPanel } from './AnswerPanel.tsx';
import { type Camera, startCamera } from './camera.ts';
import { $answer } from './door.store.ts';
import { cameraIcon, flash, soundOff, soundOn } from './door.ts';
import { closeAnswer, scanTicket } from './scans.store.ts';
import { playAnswer } from './sound.ts';
import './camera.css';

/** A ticket that stays before the camera is read once; gone for so long, it is read again. */
const sameTicketMs = 3000;

const problems = {
  camera: 'Kamera açılamadı. Tarayıcıda kameraya izin verin ya da gelenleri adıyla işaretleyin.',
  reader: 'Bilet okuyucu yüklenemedi. İnternet varken bir kez açın ya da gelenleri adıyla işaretleyin.',
};

interface Props {
  isOpen: boolean;
  setOpen: (open: boolean) => void;
}

/** The camera, and below it the answer. */
export function CameraPane({ isOpen, setOpen }: Props) {
  const answer = useStore($answer);
  const pane = useRef<HTMLElement>(null);
  const video = useRef<HTMLVideoElement>(null);
  const camera = useRef<Camera>(undefined);
  const [problem, setProblem] = useState('');
  const [hasLamp, setHasLamp] = useState(false);
  const [isLit, setLit] = useState(false);
  const [isLoud, setLoud] = useState(false);
  const loud = useRef(false);
  loud.current = isLoud;
  const isRunning = isOpen && !problem;

  // A phone shows the pane alone, without the button that opened it.
  useEffect(() => {
    if (isOpen) pane.current?.focus();
  }, [isOpen]);
  useEffect(() => {
    if (!isRunning || !video.current) return;
    let isGone = false;
    let last = { text: '', at: 0 };
    const onRead = (text: string) => {
      const isSame = last.text === text && Date.now() - last.at < sameTicketMs;
      last = { text, at: Date.now() };
      if (isSame) return;
      void scanTicket(text).then((scanned) => loud.current && playAnswer(scanned?.result === 'in'));
    };
    startCamera(video.current, onRead).then(
      (started) => {
        if (isGone) return started.stop();
        camera.current = started;
        setHasLamp(started.setLamp !== undefined);
      },
      // The pane stays open: on a phone nothing of it is seen once it is closed.
      (error) => isGone || setProblem(error instanceof TypeError ? problems.reader : problems.camera),
    );
    return () => {
      isGone = true;
      camera.current?.stop();
      camera.current = undefined;
      setLit(false);
    };
  }, [isRunning]);

  const start = () => {
    setProblem('');
    setOpen(true);
  };
  const shut = () => {
    setProblem('');
    setOpen(false);
    closeAnswer();
  };
  const light = () => {
    camera.current?.setLamp?.(!isLit);
    setLit(!isLit);
  };
  return (
    <section
      className={answer ? 'cam cam--answered on-dark' : 'cam on-dark'}
      aria-label="Kamera"
      ref={pane}
      tabIndex={-1}
    >
      <div className="cam__view">
        <video ref={video} className="cam__video" muted playsInline hidden={!isRunning} />
        {isRunning ? (
          <>
            <svg className="cam__frame" viewBox="0 0 100 100" aria-hidden="true">
              <path d="M3 24V12a9 9 0 019-9h12M76 3h12a9 9 0 019 9v12M97 76v12a9 9 0 01-9 9H76M24 97H12a9 9 0 01-9-9V76" />
            </svg>
            <div className="cam__top">
              <button className="round" type="button" aria-label="Kamerayı kapat" onClick={shut}>
                <Icon of={close} />
              </button>
              <span className="cam__tools">
                {hasLamp && (
                  <button
                    className="round"
                    type="button"
                    aria-label={isLit ? 'Işığı kapat' : 'Işığı aç'}
                    onClick={light}
                  >
                    <Icon of={flash} />
                  </button>
                )}
                <button
                  className="round"
                  type="button"
                  aria-label={isLoud ? 'Sesi kapat' : 'Sesi aç, şu an kapalı'}
                  onClick={() => setLoud(!isLoud)}
                >
                  <Icon of={isLoud ? soundOn : soundOff} />
                </button>
              </span>
            </div>
            {!answer && <p className="cam__hint">Bileti çerçevenin içine tutun</p>}
          </>
        ) : (
          <div className="cam__off">
            {problem && <p role="alert">{problem}</p>}
            <Button kind="accent" icon={cameraIcon} onClick={start}>
              Kamerayı aç
            </Button>
            {isOpen && (
              <Button kind="line" onClick={shut}>
                Listeye dön
              </Button>
            )}
          </div>
        )}
      </div>
      {answer && <AnswerPanel answer={answer} />}
    </section>
  );
}
