-- Drafts did not say whether they were public before; one whose moment is over counts as such, as it did until now.
UPDATE "app"."blogs" SET "released" = true WHERE "status" = 'draft' AND "publish_at" <= now();
