/** How long a page that is left may take to hear of it. */
const leaveMs = 100;

let leaving = false;
// Not while pages are built, which import this file too.
if (typeof addEventListener === 'function') {
  addEventListener('pagehide', () => {
    leaving = true;
  });
  addEventListener('pageshow', () => {
    leaving = false;
  });
}

/** Whether a call failed because its page is being left, which cancels calls before the page hears that it is left. */
export async function isBeingLeft(): Promise<boolean> {
  await new Promise((resolve) => setTimeout(resolve, leaveMs));
  return leaving;
}
