let context: AudioContext | undefined;

/** A short tone: high where somebody may come in, low otherwise. Nothing sounds unless an admin switched it on. */
export function playAnswer(isWelcome: boolean): void {
  context ??= new AudioContext();
  const tone = context.createOscillator();
  const volume = context.createGain();
  tone.frequency.value = isWelcome ? 880 : 220;
  volume.gain.value = 0.15;
  tone.connect(volume).connect(context.destination);
  tone.start();
  tone.stop(context.currentTime + (isWelcome ? 0.12 : 0.35));
}
