const leadingEmoji = /^\p{Extended_Pictographic}\ufe0f? /u;

/** A sentence whose leading emoji (✅, ❗) is visually hidden, for notes that have an icon. */
export function HiddenEmoji({ text }: { text: string }) {
  const found = leadingEmoji.exec(text);
  if (!found) return text;
  return (
    <>
      <span className="sr">{found[0]}</span>
      {text.slice(found[0].length)}
    </>
  );
}
