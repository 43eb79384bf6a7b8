import { networksOf } from '../limits/networks.ts';

/** Who calls, as far as sign-ins and security events look at it. */
export interface Caller {
  /** `networksOf` the address, the narrowest first. */
  networks: string[];
  /** Random id that the browser keeps and sends along. */
  deviceId: string | undefined;
  /** 'Chrome, Windows'. */
  deviceName: string;
}

/** Reads the caller from what a handler receives. */
export const readCaller = ({ ip, header }: { ip: string; header: (name: string) => string | undefined }): Caller => ({
  networks: networksOf(ip),
  deviceId: header('x-device-id'),
  deviceName: describeDevice(header('user-agent')),
});

const browsers: [RegExp, string][] = [
  [/\bEdgA?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bYaBrowser\//, 'Yandex'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/(?:Chrome|CriOS)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
];

const systems: [RegExp, string][] = [
  [/\biPad\b/, 'iPad'],
  [/\biPhone\b/, 'iPhone'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b/, 'Mac'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b/, 'Linux'],
];

/** Describes a device so that its owner recognises it: 'Chrome, Windows'. No more of the header is stored. */
function describeDevice(userAgent = ''): string {
  const find = (known: [RegExp, string][]) => known.find(([pattern]) => pattern.test(userAgent))?.[1];
  return [find(browsers), find(systems)].filter(Boolean).join(', ') || 'Bilinmeyen cihaz';
}
