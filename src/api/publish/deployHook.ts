/** The most characters of the host's answer that an admin reads. */
const maxAnswerLength = 300;

/** Calls the build hook of a static host. Returns what it said; throws an error whose message is for the admin. */
export async function callDeployHook(url: string, signal: AbortSignal, timeoutMs = 15_000): Promise<string> {
  const timeout = AbortSignal.timeout(timeoutMs);
  let response: Response;
  try {
    response = await fetch(url, { method: 'POST', signal: AbortSignal.any([signal, timeout]), redirect: 'manual' });
  } catch {
    signal.throwIfAborted();
    throw new Error(timeout.aborted ? 'Yayın servisi süresinde yanıt vermedi.' : 'Yayın servisine ulaşılamadı.');
  }
  const text = (await response.text().catch(() => '')).replace(/\s+/g, ' ').trim().slice(0, maxAnswerLength);
  if (!response.ok) throw new Error(`Yayın servisi ${response.status} yanıtı verdi${text ? `: ${text}` : '.'}`);
  return text || `Yayın servisi ${response.status} yanıtı verdi.`;
}
