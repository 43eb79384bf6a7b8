const sign = /^\p{Extended_Pictographic}\ufe0f? /u;

/** A sentence that starts with a sign (✅, ❗): an icon stands beside it already, so the sign itself is only in the text. */
export function HiddenEmoji({ text }: { text: string }) {
  const found = sign.exec(text);
  if (!found) return text;
  return (
    <>
      <span className="sr">{found[0]}</span>
      {text.slice(found[0].length)}
    </>
  );
}
