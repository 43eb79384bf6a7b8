ALTER TABLE "app"."blogs" DROP CONSTRAINT "blogs_slug_unique";--> statement-breakpoint
ALTER TABLE "app"."blogs" ADD COLUMN "deleted_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "app"."comments" ADD COLUMN "deleted_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "app"."services" ADD COLUMN "deleted_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "app"."enquiries" ADD COLUMN "deleted_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "app"."gallery_sets" ADD COLUMN "deleted_at" timestamp with time zone;--> statement-breakpoint
CREATE UNIQUE INDEX "blogs_slug" ON "app"."blogs" USING btree ("slug") WHERE "app"."blogs"."deleted_at" is null;