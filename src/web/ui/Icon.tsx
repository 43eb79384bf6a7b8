/** A decorative line icon: `<Icon of={trash} />`. */
export function Icon({ of }: { of: string }) {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: the strings are constants of icons.ts
  return <svg className="i" viewBox="0 0 24 24" aria-hidden="true" dangerouslySetInnerHTML={{ __html: of }} />;
}
