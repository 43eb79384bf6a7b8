CREATE TABLE "app"."activation_links" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"token_hash" text NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	CONSTRAINT "activation_links_token_hash_unique" UNIQUE("token_hash")
);
--> statement-breakpoint
CREATE TABLE "app"."audit_log" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	"actor_id" uuid,
	"action" text NOT NULL,
	"entity" text NOT NULL,
	"entity_id" text,
	"before" jsonb,
	"after" jsonb
);
--> statement-breakpoint
CREATE TABLE "app"."rate_limits" (
	"key" text PRIMARY KEY NOT NULL,
	"points" integer NOT NULL,
	"level" integer DEFAULT 0 NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "app"."reset_codes" (
	"email" text PRIMARY KEY NOT NULL,
	"user_id" uuid,
	"code_hash" text NOT NULL,
	"tries" integer DEFAULT 0 NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"verified_at" timestamp with time zone,
	CONSTRAINT "reset_codes_tries" CHECK ("app"."reset_codes"."tries" between 0 and 5)
);
--> statement-breakpoint
CREATE TABLE "app"."sessions" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"token_hash" text NOT NULL,
	"user_id" uuid NOT NULL,
	"device" text DEFAULT '' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"last_used_at" timestamp with time zone DEFAULT now() NOT NULL,
	"authenticated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "sessions_token_hash_unique" UNIQUE("token_hash")
);
--> statement-breakpoint
CREATE TABLE "app"."users" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"email" text NOT NULL,
	"name" text NOT NULL,
	"surname" text NOT NULL,
	"phone_number" text,
	"role" text DEFAULT 'user' NOT NULL,
	"password_hash" text,
	"google_id" text,
	"activated_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"deactivated_at" timestamp with time zone,
	"search" text DEFAULT '' NOT NULL,
	CONSTRAINT "users_email_unique" UNIQUE("email"),
	CONSTRAINT "users_google_id_unique" UNIQUE("google_id"),
	CONSTRAINT "users_role" CHECK ("app"."users"."role" in ('admin', 'user')),
	CONSTRAINT "users_email_folded" CHECK ("app"."users"."email" = translate("app"."users"."email", 'ABCDEFGHIJKLMNOPQRSTUVWXYZ', 'abcdefghijklmnopqrstuvwxyz'))
);
--> statement-breakpoint
CREATE TABLE "app"."blogs" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"slug" text NOT NULL,
	"title" text NOT NULL,
	"description" text NOT NULL,
	"content" text NOT NULL,
	"image_url" text,
	"status" text DEFAULT 'published' NOT NULL,
	"publish_at" timestamp with time zone,
	"released" boolean DEFAULT true NOT NULL,
	"preview_token" text NOT NULL,
	"search" text DEFAULT '' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "blogs_slug_unique" UNIQUE("slug"),
	CONSTRAINT "blogs_preview_token_unique" UNIQUE("preview_token"),
	CONSTRAINT "blogs_status" CHECK ("app"."blogs"."status" in ('draft', 'published')),
	CONSTRAINT "blogs_published_has_moment" CHECK ("app"."blogs"."status" = 'draft' or "app"."blogs"."publish_at" is not null)
);
--> statement-breakpoint
CREATE TABLE "app"."cart_items" (
	"user_id" uuid NOT NULL,
	"product_id" uuid NOT NULL,
	"quantity" integer NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "cart_items_user_id_product_id_pk" PRIMARY KEY("user_id","product_id"),
	CONSTRAINT "cart_items_quantity" CHECK ("app"."cart_items"."quantity" between 1 and 10)
);
--> statement-breakpoint
CREATE TABLE "app"."categories" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"name" text NOT NULL,
	"folded" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "categories_folded_unique" UNIQUE("folded")
);
--> statement-breakpoint
CREATE TABLE "app"."products" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"slug" text NOT NULL,
	"title" text NOT NULL,
	"price_kurus" integer NOT NULL,
	"description" text NOT NULL,
	"stock" integer NOT NULL,
	"date" date NOT NULL,
	"time" text NOT NULL,
	"starts_at" timestamp with time zone NOT NULL,
	"location" text NOT NULL,
	"category_id" uuid NOT NULL,
	"image1" text NOT NULL,
	"image2" text NOT NULL,
	"search" text DEFAULT '' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"deleted_at" timestamp with time zone,
	CONSTRAINT "products_slug_unique" UNIQUE("slug"),
	CONSTRAINT "products_stock" CHECK ("app"."products"."stock" >= 0),
	CONSTRAINT "products_price" CHECK ("app"."products"."price_kurus" >= 0),
	CONSTRAINT "products_time" CHECK ("app"."products"."time" ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$')
);
--> statement-breakpoint
CREATE TABLE "app"."comments" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"blog_id" uuid NOT NULL,
	"name_surname" text NOT NULL,
	"description" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"approved_at" timestamp with time zone,
	"search" text DEFAULT '' NOT NULL
);
--> statement-breakpoint
CREATE TABLE "app"."services" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"title" text NOT NULL,
	"note" text,
	"description" text NOT NULL,
	"image_url" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "app"."enquiries" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"form_type" text NOT NULL,
	"sealed" "bytea" NOT NULL,
	"email_mark" text NOT NULL,
	"content_mark" text NOT NULL,
	"consent_version" text NOT NULL,
	"consent_hash" text NOT NULL,
	"consented_at" timestamp with time zone NOT NULL,
	"is_read" boolean DEFAULT false NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "enquiries_form_type" CHECK ("app"."enquiries"."form_type" in ('consulting', 'coaching'))
);
--> statement-breakpoint
CREATE TABLE "app"."gallery_images" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"set_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"image_url" text NOT NULL,
	"alt" text DEFAULT '' NOT NULL,
	CONSTRAINT "gallery_images_position" CHECK ("app"."gallery_images"."position" between 1 and 7)
);
--> statement-breakpoint
CREATE TABLE "app"."gallery_sets" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"title" text NOT NULL,
	"description" text NOT NULL,
	"date" date NOT NULL,
	"category" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "gallery_sets_category" CHECK ("app"."gallery_sets"."category" in ('Danışmanlık', 'Koçluk', 'Atölyeler'))
);
--> statement-breakpoint
CREATE TABLE "app"."jobs" (
	"name" text PRIMARY KEY NOT NULL,
	"due_at" timestamp with time zone NOT NULL,
	"claimed_until" timestamp with time zone NOT NULL,
	"claimed_by" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "app"."mails" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"kind" text NOT NULL,
	"content" jsonb,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"next_attempt_at" timestamp with time zone DEFAULT now() NOT NULL,
	"sent_at" timestamp with time zone,
	"last_error" text
);
--> statement-breakpoint
CREATE TABLE "app"."notices" (
	"name" text PRIMARY KEY NOT NULL,
	"told_at" timestamp with time zone NOT NULL,
	"waiting" boolean DEFAULT false NOT NULL
);
--> statement-breakpoint
CREATE TABLE "app"."idempotency_keys" (
	"user_id" uuid NOT NULL,
	"key" text NOT NULL,
	"body_hash" text NOT NULL,
	"reply" jsonb NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "idempotency_keys_user_id_key_pk" PRIMARY KEY("user_id","key")
);
--> statement-breakpoint
CREATE TABLE "app"."orders" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"code" text NOT NULL,
	"user_id" uuid,
	"buyer_email" text,
	"buyer_name" text,
	"product_id" uuid NOT NULL,
	"event_title" text NOT NULL,
	"unit_price_kurus" integer NOT NULL,
	"quantity" integer NOT NULL,
	"status" text DEFAULT 'reserved' NOT NULL,
	"terms_version" text,
	"terms_hash" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"search" text DEFAULT '' NOT NULL,
	CONSTRAINT "orders_quantity" CHECK ("app"."orders"."quantity" between 1 and 10),
	CONSTRAINT "orders_price" CHECK ("app"."orders"."unit_price_kurus" >= 0),
	CONSTRAINT "orders_status" CHECK ("app"."orders"."status" in ('reserved', 'paid', 'cancelled'))
);
--> statement-breakpoint
CREATE TABLE "app"."participants" (
	"order_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"name" text NOT NULL,
	"surname" text NOT NULL,
	"email" text,
	CONSTRAINT "participants_order_id_position_pk" PRIMARY KEY("order_id","position")
);
--> statement-breakpoint
CREATE TABLE "app"."content_changes" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "app"."content_changes_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"room" text NOT NULL,
	"entity_id" text,
	"at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "app"."publishing" (
	"id" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"requested_at" timestamp with time zone,
	"automatic" boolean DEFAULT true NOT NULL,
	CONSTRAINT "publishing_one_row" CHECK ("app"."publishing"."id")
);
--> statement-breakpoint
CREATE TABLE "app"."redirects" (
	"from_path" text PRIMARY KEY NOT NULL,
	"to_path" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "app"."releases" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"name" text NOT NULL,
	"state" text NOT NULL,
	"change_id" bigint NOT NULL,
	"code" text,
	"pages" integer,
	"rendered" integer,
	"error" text,
	"answer" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"finished_at" timestamp with time zone,
	CONSTRAINT "releases_name_unique" UNIQUE("name")
);
--> statement-breakpoint
CREATE TABLE "app"."settings" (
	"name" text PRIMARY KEY NOT NULL,
	"value" jsonb NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "app"."media" (
	"name" text PRIMARY KEY NOT NULL,
	"width" integer NOT NULL,
	"height" integer NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"orphaned_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "app"."activation_links" ADD CONSTRAINT "activation_links_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "app"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "app"."audit_log" ADD CONSTRAINT "audit_log_actor_id_users_id_fk" FOREIGN KEY ("actor_id") REFERENCES "app"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "app"."reset_codes" ADD CONSTRAINT "reset_codes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "app"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "app"."sessions" ADD CONSTRAINT "sessions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "app"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "app"."cart_items" ADD CONSTRAINT "cart_items_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "app"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "app"."cart_items" ADD CONSTRAINT "cart_items_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "app"."products"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "app"."products" ADD CONSTRAINT "products_category_id_categories_id_fk" FOREIGN KEY ("category_id") REFERENCES "app"."categories"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "app"."comments" ADD CONSTRAINT "comments_blog_id_blogs_id_fk" FOREIGN KEY ("blog_id") REFERENCES "app"."blogs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "app"."gallery_images" ADD CONSTRAINT "gallery_images_set_id_gallery_sets_id_fk" FOREIGN KEY ("set_id") REFERENCES "app"."gallery_sets"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "app"."idempotency_keys" ADD CONSTRAINT "idempotency_keys_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "app"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "app"."orders" ADD CONSTRAINT "orders_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "app"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "app"."orders" ADD CONSTRAINT "orders_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "app"."products"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "app"."participants" ADD CONSTRAINT "participants_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "app"."orders"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "audit_log_at" ON "app"."audit_log" USING btree ("at");--> statement-breakpoint
CREATE INDEX "sessions_user" ON "app"."sessions" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "users_created" ON "app"."users" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "blogs_publish" ON "app"."blogs" USING btree ("status","publish_at");--> statement-breakpoint
CREATE INDEX "products_starts" ON "app"."products" USING btree ("starts_at");--> statement-breakpoint
CREATE INDEX "products_category" ON "app"."products" USING btree ("category_id");--> statement-breakpoint
CREATE INDEX "comments_blog" ON "app"."comments" USING btree ("blog_id","approved_at");--> statement-breakpoint
CREATE INDEX "comments_created" ON "app"."comments" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "enquiries_created" ON "app"."enquiries" USING btree ("form_type","created_at");--> statement-breakpoint
CREATE INDEX "enquiries_email" ON "app"."enquiries" USING btree ("email_mark");--> statement-breakpoint
CREATE INDEX "enquiries_content" ON "app"."enquiries" USING btree ("content_mark");--> statement-breakpoint
CREATE INDEX "gallery_images_set" ON "app"."gallery_images" USING btree ("set_id");--> statement-breakpoint
CREATE INDEX "gallery_sets_date" ON "app"."gallery_sets" USING btree ("date");--> statement-breakpoint
CREATE INDEX "mails_due" ON "app"."mails" USING btree ("next_attempt_at");--> statement-breakpoint
CREATE INDEX "idempotency_keys_created" ON "app"."idempotency_keys" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "orders_user" ON "app"."orders" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "orders_product" ON "app"."orders" USING btree ("product_id");--> statement-breakpoint
CREATE INDEX "orders_created" ON "app"."orders" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "orders_code" ON "app"."orders" USING btree ("code");--> statement-breakpoint
CREATE INDEX "releases_created" ON "app"."releases" USING btree ("created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "releases_one_live" ON "app"."releases" USING btree ("state") WHERE "app"."releases"."state" = 'live';