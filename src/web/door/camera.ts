/** Not in TypeScript's list of browser interfaces. */
interface BarcodeDetector {
  detect(source: HTMLVideoElement): Promise<{ rawValue: string }[]>;
}
interface BarcodeDetectorClass {
  new (options: { formats: string[] }): BarcodeDetector;
  getSupportedFormats(): Promise<string[]>;
}

/** Pause between two frames that are read. */
const pauseMs = 120;
/** Longer side of the picture that is read where the browser has no reader of its own. */
const maxSidePixels = 960;

type Read = (video: HTMLVideoElement) => Promise<string | undefined>;

/** The browser's own reader where it reads QR codes, ours otherwise. */
async function openReader(): Promise<Read> {
  const { BarcodeDetector: Detector } = globalThis as { BarcodeDetector?: BarcodeDetectorClass };
  const formats = await Detector?.getSupportedFormats().catch((): string[] => []);
  if (Detector && formats?.includes('qr_code')) {
    const detector = new Detector({ formats: ['qr_code'] });
    return async (video) => (await detector.detect(video))[0]?.rawValue;
  }
  const { readPicture } = await import('./reader.ts');
  const context = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
  return async (video) => {
    const scale = Math.min(1, maxSidePixels / Math.max(video.videoWidth, video.videoHeight));
    const [width, height] = [Math.round(video.videoWidth * scale), Math.round(video.videoHeight * scale)];
    if (!context || !width || !height) return undefined;
    Object.assign(context.canvas, { width, height });
    context.drawImage(video, 0, 0, width, height);
    return readPicture(context.getImageData(0, 0, width, height));
  };
}

export interface Camera {
  /** Undefined where the camera has no lamp. */
  setLamp?(on: boolean): void;
  stop(): void;
}

/**
 * Shows the camera and reports every code it sees, also the same one repeatedly. Throws a TypeError if the reader does
 * not load, something else without a camera: Safari's OverconstrainedError is no DOMException.
 */
export async function startCamera(video: HTMLVideoElement, onRead: (text: string) => void): Promise<Camera> {
  // Loaded first, so that the camera does not stay on if the reader fails to load.
  const read = await openReader();
  const wanted = { facingMode: 'environment', width: { ideal: 1280 }, height: { ideal: 720 } };
  const stream = await navigator.mediaDevices.getUserMedia({ video: wanted });
  const stopTracks = () => {
    for (const each of stream.getTracks()) each.stop();
  };
  video.srcObject = stream;
  await video.play().catch((error) => {
    stopTracks();
    throw error;
  });
  let timer: ReturnType<typeof setTimeout>;
  let isStopped = false;
  const look = async () => {
    const text = await read(video).catch(() => undefined);
    if (isStopped) return;
    if (text) onRead(text);
    timer = setTimeout(look, pauseMs);
  };
  void look();
  const [track] = stream.getVideoTracks();
  const hasLamp = 'torch' in (track?.getCapabilities?.() ?? {});
  return {
    ...(hasLamp && {
      setLamp: (torch) => void track?.applyConstraints({ advanced: [{ torch } as MediaTrackConstraintSet] }),
    }),
    stop() {
      isStopped = true;
      clearTimeout(timer);
      stopTracks();
      video.srcObject = null;
    },
  };
}
