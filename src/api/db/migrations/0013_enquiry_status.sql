ALTER TABLE "app"."enquiries" ADD COLUMN "answered_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "app"."enquiries" ADD COLUMN "note" "bytea";