-- Folds as src/shared/fold.ts; orders entered for somebody on the phone have the name already.
UPDATE "app"."orders" SET "search" = "search" || ' ' || lower(regexp_replace(normalize(translate("buyer_name", 'Iİı', 'iii'), NFD), '[\u0300-\u036f]', '', 'g')) WHERE "buyer_name" IS NOT NULL AND "buyer_phone" IS NULL;
