import { atom } from 'nanostores';

const names = new Set<string>();

/** Whether some form holds changes that are not saved. */
export const $unsaved = atom(false);

/** Notes whether the form of this name holds unsaved changes. */
export function markUnsaved(name: string, unsaved: boolean): void {
  if (unsaved) names.add(name);
  else names.delete(name);
  $unsaved.set(names.size > 0);
}

/** Lets go of all unsaved changes, so that leaving the page asks nothing. */
export function forgetUnsaved(): void {
  names.clear();
  $unsaved.set(false);
}

if (typeof window !== 'undefined') {
  addEventListener('beforeunload', (event) => {
    if ($unsaved.get()) event.preventDefault();
  });
}
