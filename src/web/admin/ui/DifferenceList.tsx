import type { Difference } from '../diffFields.ts';

interface Props {
  differences: Difference[];
  /** Headings of the two sides. */
  mine: string;
  theirs: string;
  /** What to say when there are none. */
  none: string;
}

/** Two states of the same thing side by side, field by field, with the lines marked in which they differ. */
export function DifferenceList({ differences, mine, theirs, none }: Props) {
  if (!differences.length) return <p>{none}</p>;
  return differences.map((difference) => (
    <section key={difference.label} className="twofold" aria-label={difference.label}>
      <h3>{difference.label}</h3>
      <div>
        <h4>{mine}</h4>
        <Lines text={difference.mine} other={difference.theirs} />
      </div>
      <div>
        <h4>{theirs}</h4>
        <Lines text={difference.theirs} other={difference.mine} />
      </div>
    </section>
  ));
}

/** A text with the lines marked that the other text does not have. */
function Lines({ text, other }: { text: string; other: string }) {
  const otherLines = new Set(other.split('\n'));
  return (
    <div className="twofold__text">
      {text === '' && <p className="quiet">(boş)</p>}
      {text.split('\n').map((line, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a line is identified by its place
        <p key={index}>{otherLines.has(line) ? line : <mark>{line}</mark>}</p>
      ))}
    </div>
  );
}
