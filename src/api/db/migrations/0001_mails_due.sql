DROP INDEX "app"."mails_due";--> statement-breakpoint
CREATE INDEX "mails_due" ON "app"."mails" USING btree ("next_attempt_at","created_at") WHERE "app"."mails"."content" is not null;