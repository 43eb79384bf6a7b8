ALTER TABLE "app"."refunds" ADD COLUMN "unheard_at" timestamp with time zone;--> statement-breakpoint
UPDATE "app"."refunds" SET "unheard_at" = "created_at"
  WHERE "state" = 'asked' AND "problem" LIKE 'Kart hizmeti yanıt vermedi; iade yapılmış da olabilir.%';
