ALTER TABLE "app"."comments" ADD COLUMN "user_id" uuid;--> statement-breakpoint
ALTER TABLE "app"."comments" ADD COLUMN "answer" text;--> statement-breakpoint
ALTER TABLE "app"."comments" ADD COLUMN "answered_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "app"."comments" ADD CONSTRAINT "comments_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "app"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "comments_user" ON "app"."comments" USING btree ("user_id");