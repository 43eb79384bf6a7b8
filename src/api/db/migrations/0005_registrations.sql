-- A registration's details stand with its link from now on. Links that wait die, and so do the details that anybody may
-- have written into an account that was never activated: its owner registers again.
DELETE FROM "app"."activation_links";--> statement-breakpoint
UPDATE "app"."users" SET "name" = '', "surname" = '', "phone_number" = NULL, "password_hash" = NULL, "search" = "email" WHERE "activated_at" IS NULL;--> statement-breakpoint
ALTER TABLE "app"."activation_links" DROP CONSTRAINT "activation_links_pkey";--> statement-breakpoint
ALTER TABLE "app"."activation_links" ADD COLUMN "id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL;--> statement-breakpoint
ALTER TABLE "app"."activation_links" ADD COLUMN "name" text NOT NULL;--> statement-breakpoint
ALTER TABLE "app"."activation_links" ADD COLUMN "surname" text NOT NULL;--> statement-breakpoint
ALTER TABLE "app"."activation_links" ADD COLUMN "phone_number" text;--> statement-breakpoint
ALTER TABLE "app"."activation_links" ADD COLUMN "password_hash" text NOT NULL;--> statement-breakpoint
ALTER TABLE "app"."activation_links" ADD COLUMN "cart" jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "app"."activation_links" ADD COLUMN "tries" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "app"."activation_links" ADD COLUMN "created_at" timestamp with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
CREATE INDEX "activation_links_user" ON "app"."activation_links" USING btree ("user_id");--> statement-breakpoint
ALTER TABLE "app"."activation_links" ADD CONSTRAINT "activation_links_tries" CHECK ("app"."activation_links"."tries" between 0 and 5);
