/** Comments shown at first, and added by 'Daha fazla yorum göster'. */
export const commentsPerStep = 5;

/** Storage key of a comment's draft, post by post. */
export const commentDraftKey = (blogId: string): string => `comment:${blogId}`;

/** The letter of a commenter's avatar, as a Turkish capital ('irem' → 'İ'). */
export function firstLetter(name: string): string {
  const [first = ''] = name.trim();
  return first.toLocaleUpperCase('tr');
}
