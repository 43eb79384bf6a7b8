/** Only what reads consents from the database may name it, so that no consent is made up beside a mail. */
declare const isStored: unique symbol;

/** Somebody's consent to commercial mails, as stored. Nothing asks for one at present, so that there is none. */
export interface Consent {
  readonly [isStored]: true;
  readonly email: string;
  readonly given_at: Date;
}
