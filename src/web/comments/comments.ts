/** SPEC.md 9: so many at first, and with every press. */
export const commentsPerStep = 5;

/** Storage key of a comment's draft, post by post. */
export const commentDraftKey = (blogId: string): string => `comment:${blogId}`;

/** What stands in a commenter's disc: the first letter as a Turkish capital ('irem' → 'İ'). */
export function firstLetter(name: string): string {
  const [first = ''] = name.trim();
  return first.toLocaleUpperCase('tr');
}
