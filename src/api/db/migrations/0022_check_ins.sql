CREATE TABLE "app"."check_ins" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"device" text NOT NULL,
	"nonce" text NOT NULL,
	"product_id" uuid,
	"order_id" uuid,
	"position" integer,
	"ticket_hash" text,
	"undo" boolean NOT NULL,
	"scanned_at" timestamp with time zone NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"received_at" timestamp with time zone NOT NULL,
	"result" text NOT NULL,
	"first_at" timestamp with time zone,
	"actor_id" uuid,
	CONSTRAINT "check_ins_once" UNIQUE("device","nonce"),
	CONSTRAINT "check_ins_result" CHECK ("app"."check_ins"."result" in ('in', 'already', 'wrong_event', 'cancelled', 'unknown', 'out'))
);
--> statement-breakpoint
ALTER TABLE "app"."check_ins" ADD CONSTRAINT "check_ins_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "app"."products"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "app"."check_ins" ADD CONSTRAINT "check_ins_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "app"."orders"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "app"."check_ins" ADD CONSTRAINT "check_ins_actor_id_users_id_fk" FOREIGN KEY ("actor_id") REFERENCES "app"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "check_ins_seat" ON "app"."check_ins" USING btree ("order_id","position");--> statement-breakpoint
CREATE INDEX "check_ins_product" ON "app"."check_ins" USING btree ("product_id");