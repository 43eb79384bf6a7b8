CREATE TABLE "app"."feedback_answers" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"product_id" uuid NOT NULL,
	"content" integer NOT NULL,
	"pace" integer NOT NULL,
	"place" integer NOT NULL,
	"again" integer NOT NULL,
	"sealed" "bytea",
	CONSTRAINT "feedback_answers_content" CHECK ("app"."feedback_answers"."content" between 1 and 5),
	CONSTRAINT "feedback_answers_pace" CHECK ("app"."feedback_answers"."pace" between 1 and 5),
	CONSTRAINT "feedback_answers_place" CHECK ("app"."feedback_answers"."place" between 1 and 5),
	CONSTRAINT "feedback_answers_again" CHECK ("app"."feedback_answers"."again" between 1 and 5)
);
--> statement-breakpoint
CREATE TABLE "app"."used_feedback_links" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"product_id" uuid NOT NULL
);
--> statement-breakpoint
ALTER TABLE "app"."feedback_answers" ADD CONSTRAINT "feedback_answers_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "app"."products"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "app"."used_feedback_links" ADD CONSTRAINT "used_feedback_links_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "app"."products"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "feedback_answers_product" ON "app"."feedback_answers" USING btree ("product_id");