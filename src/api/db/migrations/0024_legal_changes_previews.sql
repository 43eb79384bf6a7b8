CREATE UNLOGGED TABLE "app"."content_previews" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"data" jsonb NOT NULL,
	"html" text,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "app"."users" ADD COLUMN "legal_seen_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "app"."content" ADD COLUMN "ask_again" boolean DEFAULT false NOT NULL;