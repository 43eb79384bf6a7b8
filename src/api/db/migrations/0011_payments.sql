CREATE TABLE "app"."document_chain" (
	"id" integer PRIMARY KEY DEFAULT 1 NOT NULL,
	"number" integer NOT NULL,
	"link" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "app"."document_details" (
	"code" text PRIMARY KEY NOT NULL,
	"sealed" "bytea" NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "app"."document_frames" (
	"sha256" text PRIMARY KEY NOT NULL,
	"html" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "app"."documents" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"number" integer NOT NULL,
	"code" text NOT NULL,
	"kind" text NOT NULL,
	"title" text NOT NULL,
	"version" text NOT NULL,
	"frame_sha256" text NOT NULL,
	"sha256" text NOT NULL,
	"link" text NOT NULL,
	"token_hash" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "documents_number_unique" UNIQUE("number"),
	CONSTRAINT "documents_token_hash_unique" UNIQUE("token_hash")
);
--> statement-breakpoint
CREATE TABLE "app"."checkouts" (
	"code" text PRIMARY KEY NOT NULL,
	"method" text DEFAULT 'transfer' NOT NULL,
	"state" text NOT NULL,
	"total_kurus" integer NOT NULL,
	"due_at" timestamp with time zone NOT NULL,
	"warned_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "checkouts_state" CHECK ("app"."checkouts"."state" in ('open', 'paid', 'released', 'cancelled'))
);
--> statement-breakpoint
CREATE TABLE "app"."payment_settings" (
	"id" integer PRIMARY KEY DEFAULT 1 NOT NULL,
	"value" jsonb NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"bank_changed_at" timestamp with time zone,
	"salt" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "app"."payments" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"code" text NOT NULL,
	"amount_kurus" integer NOT NULL,
	"charged_kurus" integer NOT NULL,
	"method" text NOT NULL,
	"provider" text,
	"external_ref" text,
	"order_id" uuid,
	"received_on" date NOT NULL,
	"note" text,
	"fingerprint" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"voided_at" timestamp with time zone,
	CONSTRAINT "payments_fingerprint_unique" UNIQUE("fingerprint"),
	CONSTRAINT "payments_amount" CHECK ("app"."payments"."amount_kurus" > 0)
);
--> statement-breakpoint
CREATE TABLE "app"."refunds" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"code" text NOT NULL,
	"amount_kurus" integer NOT NULL,
	"state" text DEFAULT 'asked' NOT NULL,
	"reason" text NOT NULL,
	"problem" text,
	"order_id" uuid,
	"payment_id" uuid,
	"reduces_paid" boolean NOT NULL,
	"due_at" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"done_at" timestamp with time zone,
	CONSTRAINT "refunds_amount" CHECK ("app"."refunds"."amount_kurus" > 0),
	CONSTRAINT "refunds_state" CHECK ("app"."refunds"."state" in ('asked', 'sent', 'done', 'void'))
);
--> statement-breakpoint
ALTER TABLE "app"."products" ADD COLUMN "withdrawal" text DEFAULT 'leisure' NOT NULL;--> statement-breakpoint
ALTER TABLE "app"."products" ADD COLUMN "vat_rate" integer DEFAULT 20 NOT NULL;--> statement-breakpoint
ALTER TABLE "app"."orders" ADD COLUMN "withdrawal" text DEFAULT 'leisure' NOT NULL;--> statement-breakpoint
ALTER TABLE "app"."orders" ADD COLUMN "vat_rate" integer DEFAULT 20 NOT NULL;--> statement-breakpoint
ALTER TABLE "app"."orders" ADD COLUMN "released_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "app"."documents" ADD CONSTRAINT "documents_frame_sha256_document_frames_sha256_fk" FOREIGN KEY ("frame_sha256") REFERENCES "app"."document_frames"("sha256") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "document_details_created" ON "app"."document_details" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "documents_code" ON "app"."documents" USING btree ("code");--> statement-breakpoint
CREATE INDEX "checkouts_due" ON "app"."checkouts" USING btree ("state","due_at");--> statement-breakpoint
CREATE INDEX "checkouts_created" ON "app"."checkouts" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "payments_code" ON "app"."payments" USING btree ("code");--> statement-breakpoint
CREATE INDEX "payments_received" ON "app"."payments" USING btree ("received_on");--> statement-breakpoint
CREATE UNIQUE INDEX "payments_external_ref" ON "app"."payments" USING btree ("external_ref") WHERE "app"."payments"."voided_at" is null;--> statement-breakpoint
CREATE INDEX "refunds_code" ON "app"."refunds" USING btree ("code");--> statement-breakpoint
CREATE INDEX "refunds_due" ON "app"."refunds" USING btree ("due_at");--> statement-breakpoint
ALTER TABLE "app"."products" ADD CONSTRAINT "products_vat_rate" CHECK ("app"."products"."vat_rate" between 0 and 100);--> statement-breakpoint
ALTER TABLE "app"."products" ADD CONSTRAINT "products_withdrawal" CHECK ("app"."products"."withdrawal" in ('leisure', 'days_14'));--> statement-breakpoint
INSERT INTO "app"."payments" ("code", "amount_kurus", "charged_kurus", "method", "order_id", "received_on", "note")
	SELECT "code", "unit_price_kurus" * "quantity", "unit_price_kurus" * "quantity", 'manual', "id", ("created_at" AT TIME ZONE 'Europe/Istanbul')::date, 'Ödendi olarak işaretliydi'
	FROM "app"."orders" WHERE "status" = 'paid' AND "unit_price_kurus" > 0;--> statement-breakpoint
-- Orders made before this version were told no due date: what is overdue by now is due in two days, or at the start.
INSERT INTO "app"."checkouts" ("code", "state", "total_kurus", "due_at", "created_at")
	SELECT o."code",
		CASE WHEN bool_and(o."status" = 'cancelled') THEN 'cancelled'
			WHEN bool_and(o."status" <> 'reserved' OR o."unit_price_kurus" = 0) THEN 'paid' ELSE 'open' END,
		sum(o."unit_price_kurus" * o."quantity"),
		least(min(p."starts_at"), greatest(
			((min(p."starts_at") AT TIME ZONE 'Europe/Istanbul')::date - 2)::timestamp AT TIME ZONE 'Europe/Istanbul' - interval '1 second',
			now() + interval '2 days')),
		min(o."created_at")
	FROM "app"."orders" o JOIN "app"."products" p ON p."id" = o."product_id" GROUP BY o."code";--> statement-breakpoint
UPDATE "app"."orders" o SET "status" = CASE WHEN c."state" = 'paid' THEN 'paid' ELSE 'reserved' END
	FROM "app"."checkouts" c WHERE c."code" = o."code" AND o."status" <> 'cancelled';
