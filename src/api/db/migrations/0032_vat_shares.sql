ALTER TABLE "app"."payments" ADD COLUMN "vat_shares" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "app"."refunds" ADD COLUMN "vat_shares" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
-- What is booked already is split by the prices of its lines as they were then: seats cancelled since, which the audit
-- log has, count. A payment or refund of one line is that line's.
WITH "cancelled" AS MATERIALIZED (
  SELECT "entity_id", "at", ("before"->>'quantity')::int - ("after"->>'quantity')::int AS "seats" FROM "app"."audit_log"
  WHERE "entity" = 'order' AND "action" = 'cancel' AND ("after"->>'quantity')::int > 0
)
UPDATE "app"."payments" "booked" SET "vat_shares" = "shares"."list" FROM (
  SELECT "id", jsonb_agg(jsonb_build_object('rate', "rate", 'gross', "gross"::int) ORDER BY "rate") AS "list" FROM (
    SELECT "id", "rate",
      CASE WHEN "is_last" THEN "amount" - coalesce(sum("part") FILTER (WHERE NOT "is_last") OVER "same", 0) ELSE "part" END AS "gross"
    FROM (
      SELECT "id", "rate", "amount", "rate" = max("rate") OVER "same" AS "is_last",
        coalesce(round("amount" * "price" / nullif(sum("price") OVER "same", 0)), 0) AS "part"
      FROM (
        SELECT "row"."id", "row"."amount_kurus"::numeric AS "amount", "line"."vat_rate" AS "rate",
          sum("line"."unit_price_kurus"::numeric * ("line"."quantity" + coalesce((
            SELECT sum("seats") FROM "cancelled"
            WHERE "cancelled"."entity_id" = "line"."id"::text AND "cancelled"."at" > "row"."created_at"
          ), 0))) AS "price"
        FROM "app"."payments" "row"
        JOIN "app"."orders" "line" ON "line"."code" = "row"."code" AND "line"."id" = coalesce("row"."order_id", "line"."id")
        GROUP BY "row"."id", "line"."vat_rate"
      ) "prices" WINDOW "same" AS (PARTITION BY "id")
    ) "parts" WINDOW "same" AS (PARTITION BY "id")
  ) "split" WHERE "gross" <> 0 GROUP BY "id"
) "shares" WHERE "shares"."id" = "booked"."id";--> statement-breakpoint
WITH "cancelled" AS MATERIALIZED (
  SELECT "entity_id", "at", ("before"->>'quantity')::int - ("after"->>'quantity')::int AS "seats" FROM "app"."audit_log"
  WHERE "entity" = 'order' AND "action" = 'cancel' AND ("after"->>'quantity')::int > 0
)
UPDATE "app"."refunds" "booked" SET "vat_shares" = "shares"."list" FROM (
  SELECT "id", jsonb_agg(jsonb_build_object('rate', "rate", 'gross', "gross"::int) ORDER BY "rate") AS "list" FROM (
    SELECT "id", "rate",
      CASE WHEN "is_last" THEN "amount" - coalesce(sum("part") FILTER (WHERE NOT "is_last") OVER "same", 0) ELSE "part" END AS "gross"
    FROM (
      SELECT "id", "rate", "amount", "rate" = max("rate") OVER "same" AS "is_last",
        coalesce(round("amount" * "price" / nullif(sum("price") OVER "same", 0)), 0) AS "part"
      FROM (
        SELECT "row"."id", "row"."amount_kurus"::numeric AS "amount", "line"."vat_rate" AS "rate",
          sum("line"."unit_price_kurus"::numeric * ("line"."quantity" + coalesce((
            SELECT sum("seats") FROM "cancelled"
            WHERE "cancelled"."entity_id" = "line"."id"::text AND "cancelled"."at" > "row"."created_at"
          ), 0))) AS "price"
        FROM "app"."refunds" "row"
        JOIN "app"."orders" "line" ON "line"."code" = "row"."code" AND "line"."id" = coalesce("row"."order_id", "line"."id")
        GROUP BY "row"."id", "line"."vat_rate"
      ) "prices" WINDOW "same" AS (PARTITION BY "id")
    ) "parts" WINDOW "same" AS (PARTITION BY "id")
  ) "split" WHERE "gross" <> 0 GROUP BY "id"
) "shares" WHERE "shares"."id" = "booked"."id";