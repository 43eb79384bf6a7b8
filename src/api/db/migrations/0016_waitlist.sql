CREATE TABLE "app"."transfers" (
	"order_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"token_hash" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "transfers_order_id_position_pk" PRIMARY KEY("order_id","position"),
	CONSTRAINT "transfers_token_hash_unique" UNIQUE("token_hash")
);
--> statement-breakpoint
CREATE TABLE "app"."waitlist" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"product_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"quantity" integer NOT NULL,
	"state" text DEFAULT 'waiting' NOT NULL,
	"priority" integer DEFAULT 0 NOT NULL,
	"passed" integer DEFAULT 0 NOT NULL,
	"hold_until" timestamp with time zone,
	"offered_at" timestamp with time zone,
	"offer_until" timestamp with time zone,
	"joined_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "waitlist_quantity" CHECK ("app"."waitlist"."quantity" between 1 and 10),
	CONSTRAINT "waitlist_state" CHECK ("app"."waitlist"."state" in ('waiting', 'offered', 'taken', 'declined', 'lapsed', 'left'))
);
--> statement-breakpoint
ALTER TABLE "app"."products" ADD COLUMN "held_seats" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "app"."products" ADD COLUMN "cancelled_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "app"."products" ADD COLUMN "cancel_reason" text;--> statement-breakpoint
ALTER TABLE "app"."products" ADD COLUMN "sequence" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "app"."products" ADD COLUMN "changed_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "app"."products" ADD COLUMN "announced" jsonb;--> statement-breakpoint
ALTER TABLE "app"."products" ADD COLUMN "moved_from" jsonb;--> statement-breakpoint
ALTER TABLE "app"."products" ADD COLUMN "decide_until" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "app"."products" ADD COLUMN "choice_before" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "app"."participants" ADD COLUMN "consent_version" text;--> statement-breakpoint
ALTER TABLE "app"."participants" ADD COLUMN "consent_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "app"."refunds" ADD COLUMN "seats" integer;--> statement-breakpoint
ALTER TABLE "app"."transfers" ADD CONSTRAINT "transfers_order_id_position_participants_order_id_position_fk" FOREIGN KEY ("order_id","position") REFERENCES "app"."participants"("order_id","position") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "app"."waitlist" ADD CONSTRAINT "waitlist_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "app"."products"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "app"."waitlist" ADD CONSTRAINT "waitlist_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "app"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "waitlist_once" ON "app"."waitlist" USING btree ("product_id","user_id") WHERE "app"."waitlist"."state" in ('waiting', 'offered');--> statement-breakpoint
CREATE INDEX "waitlist_user" ON "app"."waitlist" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "waitlist_live" ON "app"."waitlist" USING btree ("state","product_id");--> statement-breakpoint
ALTER TABLE "app"."products" ADD CONSTRAINT "products_held_seats" CHECK ("app"."products"."held_seats" between 0 and "app"."products"."stock");