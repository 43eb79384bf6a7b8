ALTER TABLE "app"."recovery_codes" ALTER COLUMN "fingerprint" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "app"."recovery_codes" ADD COLUMN "sealed" "bytea";