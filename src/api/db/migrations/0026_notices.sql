CREATE TABLE "app"."sent_notices" (
	"kind" text NOT NULL,
	"subject" text NOT NULL,
	"recipient" text DEFAULT '' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "sent_notices_kind_subject_recipient_pk" PRIMARY KEY("kind","subject","recipient"),
	CONSTRAINT "sent_notices_kind" CHECK ("app"."sent_notices"."kind" in ('payment_warning', 'reminder', 'thanks', 'decision'))
);
--> statement-breakpoint
ALTER TABLE "app"."products" ADD COLUMN "run_decided_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "app"."products" ADD COLUMN "notices_from" timestamp with time zone;--> statement-breakpoint
CREATE INDEX "sent_notices_created" ON "app"."sent_notices" USING btree ("created_at");--> statement-breakpoint
-- Buyers who were warned are not warned again.
INSERT INTO "app"."sent_notices" ("kind", "subject", "created_at") SELECT 'payment_warning', "code", "warned_at" FROM "app"."checkouts" WHERE "warned_at" IS NOT NULL;--> statement-breakpoint
-- Nobody is mailed about what was due before there were notices.
UPDATE "app"."products" SET "notices_from" = now();--> statement-breakpoint
ALTER TABLE "app"."checkouts" DROP COLUMN "warned_at";