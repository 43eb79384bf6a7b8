ALTER TABLE "app"."products" ADD COLUMN "leader" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "app"."products" ADD COLUMN "age_from" integer;--> statement-breakpoint
ALTER TABLE "app"."products" ADD COLUMN "age_to" integer;--> statement-breakpoint
ALTER TABLE "app"."products" ADD CONSTRAINT "products_ages" CHECK ("app"."products"."age_from" between 0 and 120 and "app"."products"."age_to" between 0 and 120 and "app"."products"."age_from" <= "app"."products"."age_to");