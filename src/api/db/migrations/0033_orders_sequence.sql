ALTER TABLE "app"."orders" ADD COLUMN "sequence" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
-- Cancelled orders were sent one more than their event. Which of the others were cancelled and came back is not known:
-- all of them are ahead of that, so that calendars take their next file.
UPDATE "app"."orders" SET "sequence" = CASE "status" WHEN 'cancelled' THEN 1 ELSE 2 END;
