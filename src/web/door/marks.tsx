/** The big marks of answers: each has a shape of its own, so that colour alone says nothing. */
const marks = {
  circle: (
    <>
      <circle cx="50" cy="50" r="46" fill="var(--p-white)" />
      <path className="mark__line" d="M29 52l15 15 28-33" />
    </>
  ),
  triangle: (
    <>
      <path d="M50 5L95 88H5Z" fill="var(--c-text)" stroke="var(--c-text)" strokeWidth="6" strokeLinejoin="round" />
      <path className="mark__line" d="M50 36v24M50 73v.5" />
    </>
  ),
  octagon: (
    <>
      <path d="M31 4h38l27 27v38L69 96H31L4 69V31Z" fill="var(--p-white)" />
      <path className="mark__line" d="M33 33l34 34M67 33L33 67" />
    </>
  ),
  bar: (
    <>
      <path d="M31 4h38l27 27v38L69 96H31L4 69V31Z" fill="var(--p-white)" />
      <path className="mark__line" d="M28 50h44" />
    </>
  ),
  note: (
    <>
      <rect x="5" y="22" width="90" height="56" rx="8" fill="var(--c-warn)" />
      <path className="mark__line" d="M44 33v34c14 0 22-7 22-18M35 50l22-10M35 59l22-10" strokeWidth="6" />
    </>
  ),
  ring: (
    <>
      <circle cx="50" cy="50" r="44" fill="none" stroke="currentColor" strokeWidth="6" strokeDasharray="12 10" />
      <path className="mark__line" d="M38 40c0-16 25-16 25 0 0 10-13 10-13 21M50 74v.5" />
    </>
  ),
  arrow: <path className="mark__line" d="M24 38h34a19 19 0 010 38H40M24 38l17-17M24 38l17 17" />,
} as const;

export type MarkName = keyof typeof marks;

export function Mark({ of }: { of: MarkName }) {
  return (
    <svg className="ans__mark" viewBox="0 0 100 100" aria-hidden="true">
      {marks[of]}
    </svg>
  );
}
