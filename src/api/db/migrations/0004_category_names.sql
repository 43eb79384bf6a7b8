ALTER TABLE "app"."categories" DROP CONSTRAINT "categories_folded_unique";--> statement-breakpoint
ALTER TABLE "app"."categories" ADD COLUMN "name_key" text;--> statement-breakpoint
-- Turkish lower case, spelt out: `lower` of the database may know no Turkish, or no letters beyond ASCII.
UPDATE "app"."categories" SET "name_key" = lower(translate("name", 'IİÇĞÖŞÜÂÎÛ', 'ıiçğöşüâîû'));--> statement-breakpoint
ALTER TABLE "app"."categories" ALTER COLUMN "name_key" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "app"."categories" ADD CONSTRAINT "categories_name_key_unique" UNIQUE("name_key");
