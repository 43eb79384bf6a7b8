-- Codes that wait die: they live three minutes, and stood under plain hashes.
DROP TABLE "app"."reset_codes";--> statement-breakpoint
CREATE TABLE "app"."reset_codes" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"email_mark" text NOT NULL,
	"network_mark" text NOT NULL,
	"handle_hash" text NOT NULL,
	"user_id" uuid,
	"code_hash" text NOT NULL,
	"tries" integer DEFAULT 0 NOT NULL,
	"open_tries" integer DEFAULT 0 NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"verified_at" timestamp with time zone,
	CONSTRAINT "reset_codes_handle_hash_unique" UNIQUE("handle_hash"),
	CONSTRAINT "reset_codes_asked" UNIQUE("email_mark","network_mark"),
	CONSTRAINT "reset_codes_tries" CHECK ("app"."reset_codes"."tries" between 0 and 5 and "app"."reset_codes"."open_tries" between 0 and 5)
);
--> statement-breakpoint
CREATE TABLE "app"."known_devices" (
	"user_id" uuid NOT NULL,
	"mark" text NOT NULL,
	"last_used_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "known_devices_user_id_mark_pk" PRIMARY KEY("user_id","mark")
);
--> statement-breakpoint
-- Counters stood under plain hashes of addresses.
DELETE FROM "app"."rate_limits";--> statement-breakpoint
ALTER TABLE "app"."reset_codes" ADD CONSTRAINT "reset_codes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "app"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "app"."known_devices" ADD CONSTRAINT "known_devices_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "app"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "reset_codes_user" ON "app"."reset_codes" USING btree ("user_id");
