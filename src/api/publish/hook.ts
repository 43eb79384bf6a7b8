/** Longest answer that is kept to be shown. */
const answerLength = 300;

/** Calls a CDN's build hook. Answers what it said; throws with a sentence for the admin. */
export async function callHook(url: string, signal: AbortSignal, timeoutMilliseconds = 15_000): Promise<string> {
  const timeout = AbortSignal.timeout(timeoutMilliseconds);
  let response: Response;
  try {
    response = await fetch(url, { method: 'POST', signal: AbortSignal.any([signal, timeout]), redirect: 'manual' });
  } catch {
    signal.throwIfAborted();
    throw new Error(timeout.aborted ? 'Yayın servisi süresinde yanıt vermedi.' : 'Yayın servisine ulaşılamadı.');
  }
  const text = (await response.text().catch(() => '')).replace(/\s+/g, ' ').trim().slice(0, answerLength);
  if (!response.ok) throw new Error(`Yayın servisi ${response.status} yanıtı verdi${text ? `: ${text}` : '.'}`);
  return text || `Yayın servisi ${response.status} yanıtı verdi.`;
}
