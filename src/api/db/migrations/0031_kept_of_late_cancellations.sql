ALTER TABLE "app"."orders" ADD COLUMN "kept_seats_kurus" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "app"."orders" ADD COLUMN "kept_line_kurus" integer DEFAULT 0 NOT NULL;