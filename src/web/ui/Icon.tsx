import { trustHtml } from './trustedHtml.ts';

/** A decorative line icon: `<Icon of={trash} />`. */
export function Icon({ of }: { of: string }) {
  const content = { __html: trustHtml(of) };
  // biome-ignore lint/security/noDangerouslySetInnerHtml: the strings are constants of icons.ts
  return <svg className="i" viewBox="0 0 24 24" aria-hidden="true" dangerouslySetInnerHTML={content} />;
}
