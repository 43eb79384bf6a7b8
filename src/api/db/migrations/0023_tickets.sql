CREATE TABLE "app"."tickets" (
	"code_hash" text PRIMARY KEY NOT NULL,
	"number_hash" text NOT NULL,
	"order_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"sealed" "bytea",
	CONSTRAINT "tickets_number_hash_unique" UNIQUE("number_hash")
);
--> statement-breakpoint
ALTER TABLE "app"."products" ADD COLUMN "duration_minutes" integer DEFAULT 120 NOT NULL;--> statement-breakpoint
ALTER TABLE "app"."products" ADD COLUMN "min_participants" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "app"."products" ADD COLUMN "decide_hours" integer DEFAULT 96 NOT NULL;--> statement-breakpoint
ALTER TABLE "app"."products" ADD COLUMN "online_url" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "app"."products" ADD COLUMN "bring" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "app"."tickets" ADD CONSTRAINT "tickets_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "app"."orders"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "tickets_seat" ON "app"."tickets" USING btree ("order_id","position") WHERE "app"."tickets"."sealed" is not null;--> statement-breakpoint
CREATE INDEX "tickets_order" ON "app"."tickets" USING btree ("order_id");--> statement-breakpoint
ALTER TABLE "app"."products" ADD CONSTRAINT "products_duration" CHECK ("app"."products"."duration_minutes" between 5 and 1440);--> statement-breakpoint
ALTER TABLE "app"."products" ADD CONSTRAINT "products_min_participants" CHECK ("app"."products"."min_participants" >= 0);--> statement-breakpoint
ALTER TABLE "app"."products" ADD CONSTRAINT "products_decide_hours" CHECK ("app"."products"."decide_hours" between 0 and 720);