ALTER TABLE "app"."products" ADD COLUMN "status" text DEFAULT 'published' NOT NULL;--> statement-breakpoint
ALTER TABLE "app"."products" ADD COLUMN "series_id" uuid;--> statement-breakpoint
ALTER TABLE "app"."products" ADD CONSTRAINT "products_status" CHECK ("app"."products"."status" in ('draft', 'published'));