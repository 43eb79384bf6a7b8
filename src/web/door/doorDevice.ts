import { safeLocalStorage } from '../ui/storage.ts';

export const deviceKey = 'door-device';

/** Whether this browser was used at a door since somebody signed out. */
export const isDoorDevice = (): boolean => safeLocalStorage.readText(deviceKey) !== null;
