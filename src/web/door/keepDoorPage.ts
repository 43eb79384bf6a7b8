import { trustWorkerUrl } from '../ui/trustedHtml.ts';

/** Has the door's page kept for when the network is gone (public/door-worker.js). It works without that, online. */
export function keepDoorPage(): void {
  const options = { scope: '/admin/door/' };
  // Asks the browser not to throw scans away that wait; some do where space or visits are few.
  void navigator.storage?.persist?.();
  navigator.serviceWorker?.register(trustWorkerUrl('/door-worker.js'), options).catch(() => {});
}
