CREATE TABLE "app"."content" (
	"name" text NOT NULL,
	"revision" integer NOT NULL,
	"data" jsonb NOT NULL,
	"schema_version" integer NOT NULL,
	"author" uuid,
	"note" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "content_name_revision_pk" PRIMARY KEY("name","revision")
);
--> statement-breakpoint
CREATE TABLE "app"."content_live" (
	"name" text PRIMARY KEY NOT NULL,
	"revision" integer NOT NULL,
	"version" text
);
--> statement-breakpoint
CREATE TABLE "app"."legal_versions" (
	"name" text NOT NULL,
	"version" text NOT NULL,
	"revision" integer NOT NULL,
	"published_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "legal_versions_name_version_pk" PRIMARY KEY("name","version")
);
--> statement-breakpoint
ALTER TABLE "app"."releases" ADD COLUMN "content" jsonb;--> statement-breakpoint
ALTER TABLE "app"."content" ADD CONSTRAINT "content_author_users_id_fk" FOREIGN KEY ("author") REFERENCES "app"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "content_author" ON "app"."content" USING btree ("author");--> statement-breakpoint
-- Words can only grow: every revision stays. An erased account leaves its revisions without an author, which is the one
-- change that passes.
CREATE FUNCTION app.protect_content() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' THEN
    IF NEW.author IS NULL AND to_jsonb(NEW) - 'author' = to_jsonb(OLD) - 'author' THEN
      RETURN NEW;
    END IF;
  END IF;
  RAISE EXCEPTION 'content is append-only';
END
$$;
--> statement-breakpoint
CREATE TRIGGER content_append_only BEFORE UPDATE OR DELETE ON app.content
  FOR EACH ROW EXECUTE FUNCTION app.protect_content();
--> statement-breakpoint
CREATE TRIGGER content_no_truncate BEFORE TRUNCATE ON app.content
  FOR EACH STATEMENT EXECUTE FUNCTION app.protect_content();
