/**
 * Tables that no backup holds and no restore fills: whoever ended a session, changed a password or used a link would
 * otherwise find it alive again. Their owners sign in, ask for a code or link, or register once more. Previews last
 * minutes.
 */
export const unsavedTables = new Set([
  ...['sessions', 'reset_codes', 'activation_links', 'transfers', 'rate_limits'],
  'content_previews',
]);

/** Kinds of mails that carry a code or a link of these tables. */
export const unsavedMailKinds = ['reset_code', 'activation'];
