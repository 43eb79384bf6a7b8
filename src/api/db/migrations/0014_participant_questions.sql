CREATE TABLE "app"."participant_answers" (
	"order_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"sealed" "bytea" NOT NULL,
	CONSTRAINT "participant_answers_order_id_position_pk" PRIMARY KEY("order_id","position")
);
--> statement-breakpoint
ALTER TABLE "app"."products" ADD COLUMN "question" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "app"."products" ADD COLUMN "question_kind" text DEFAULT 'optional' NOT NULL;--> statement-breakpoint
ALTER TABLE "app"."participant_answers" ADD CONSTRAINT "participant_answers_participant" FOREIGN KEY ("order_id","position") REFERENCES "app"."participants"("order_id","position") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "app"."products" ADD CONSTRAINT "products_question_kind" CHECK ("app"."products"."question_kind" in ('optional', 'required', 'health'));