CREATE TABLE "app"."card_attempts" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"code" text NOT NULL,
	"provider" text NOT NULL,
	"amount_kurus" integer NOT NULL,
	"charged_kurus" integer,
	"state" text DEFAULT 'begun' NOT NULL,
	"token" text,
	"external_ref" text,
	"payment_id" uuid,
	"held_until" timestamp with time zone,
	"ask_at" timestamp with time zone,
	"settled_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "card_attempts_token_unique" UNIQUE("token"),
	CONSTRAINT "card_attempts_amount" CHECK ("app"."card_attempts"."amount_kurus" > 0),
	CONSTRAINT "card_attempts_state" CHECK ("app"."card_attempts"."state" in ('begun', 'open', 'paid', 'failed', 'unknown'))
);
--> statement-breakpoint
ALTER TABLE "app"."refunds" ADD COLUMN "claimed_until" timestamp with time zone;--> statement-breakpoint
CREATE INDEX "card_attempts_code" ON "app"."card_attempts" USING btree ("code");--> statement-breakpoint
CREATE INDEX "card_attempts_ask" ON "app"."card_attempts" USING btree ("ask_at");