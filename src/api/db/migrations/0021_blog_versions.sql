CREATE TABLE "app"."blog_versions" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"blog_id" uuid NOT NULL,
	"title" text NOT NULL,
	"description" text NOT NULL,
	"content" text NOT NULL,
	"image_url" text,
	"saved_at" timestamp with time zone NOT NULL,
	"saved_by" uuid
);
--> statement-breakpoint
ALTER TABLE "app"."blogs" ADD COLUMN "updated_by" uuid;--> statement-breakpoint
ALTER TABLE "app"."blog_versions" ADD CONSTRAINT "blog_versions_blog_id_blogs_id_fk" FOREIGN KEY ("blog_id") REFERENCES "app"."blogs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "app"."blog_versions" ADD CONSTRAINT "blog_versions_saved_by_users_id_fk" FOREIGN KEY ("saved_by") REFERENCES "app"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "blog_versions_blog" ON "app"."blog_versions" USING btree ("blog_id","saved_at");--> statement-breakpoint
ALTER TABLE "app"."blogs" ADD CONSTRAINT "blogs_updated_by_users_id_fk" FOREIGN KEY ("updated_by") REFERENCES "app"."users"("id") ON DELETE set null ON UPDATE no action;