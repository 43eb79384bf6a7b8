CREATE TABLE "app"."samples" (
	"entity" text NOT NULL,
	"entity_id" uuid NOT NULL,
	"fingerprint" text NOT NULL,
	"copy" jsonb,
	"removed_at" timestamp with time zone,
	CONSTRAINT "samples_entity_entity_id_pk" PRIMARY KEY("entity","entity_id")
);

--> statement-breakpoint
-- Marks what equals the sample content in an existing database. What was edited since is the owner's own.
INSERT INTO "app"."samples" ("entity", "entity_id", "fingerprint")
SELECT 'category', c."id", md5(jsonb_build_array(c."name")::text) FROM "app"."categories" c
WHERE md5(c."name") IN (
	'205b8c9a6b18d476abc94908e0280ea5', '7e7df18036923d64b4dd989da13f6c81', '2e77fbe32b694ef1f9a8c5d69cb7fafe',
	'181ea617af099edac2b972e660a2f60c'
);
--> statement-breakpoint
INSERT INTO "app"."samples" ("entity", "entity_id", "fingerprint")
SELECT 'product', p."id", md5(jsonb_build_array(p."title", p."description", p."price_kurus", p."date", p."time", p."location", p."category_id", p."image1", p."image2")::text) FROM "app"."products" p
WHERE md5(concat_ws('|', p."title", p."description", p."price_kurus", p."time", p."location")) IN (
	'c76973264b355eb320c7aba149fbb233', '2b47921026ac3976a1511ca96887032f', 'b6bcad33e806e2ade1450ba56bdfa5cb',
	'1d7494ac529134629bd5698ec591d0fe', 'b5aa296906eb6186ffec1c7245701566', '7385a3788a0027c034c713b5b1cd8eef',
	'ef45c1488ff7eacfc3487bb40214d324', 'c8bdd6f035bc1d38b42248e56f87aa3b', 'a60f9b8bb71ebf0c9914425db59146e6',
	'ce94789b16bd765d84adf09992f3fa4a', '0bc379c3c56cbfae24d8110725f50d76', '10f8128eec7133ab37a2fbd288b35283',
	'e3482725d83784c4eaf1e89e1415dd78', '53ae03d33f298ac26b351ef2a39a8840', 'de407abff57d4a5114b5d95872ee1649',
	'7e25326c82084d110ca5daf9526472f5', '81f9890533de463c7a89939c4e1d6583', 'eefafa9106bbbe66debaee81259285d9',
	'efdb2848b05d8bdfdbd1284f5b1a9ace', '955340564319d47a0548b43279feca32'
);
--> statement-breakpoint
INSERT INTO "app"."samples" ("entity", "entity_id", "fingerprint")
SELECT 'service', s."id", md5(jsonb_build_array(s."title", s."note", s."description", s."image_url")::text) FROM "app"."services" s
WHERE md5(concat_ws('|', s."title", coalesce(s."note", ''), s."description")) IN (
	'8a6a72ca3b8aa2d78ac55f5779f1b86b', 'f47cae9f400d00865e4df2dc87a1ddac', 'b062647d76c90c93e97aeb4b04dfca97',
	'f3557e17a0679ee80288e323eeeb445a', '6e9a2cc7769f61bd8146a712b3300c4f', '2bb19eb6fb4ca25d1323fba39c4c545f',
	'5ac59eddd68bda217a0771161ddce367'
);
--> statement-breakpoint
INSERT INTO "app"."samples" ("entity", "entity_id", "fingerprint")
SELECT 'gallery', g."id", md5(jsonb_build_array(g."title", g."description", g."date", g."category", (SELECT jsonb_agg(jsonb_build_array("image_url", "alt") ORDER BY "position") FROM "app"."gallery_images" WHERE "set_id" = g."id"))::text) FROM "app"."gallery_sets" g
WHERE md5(concat_ws('|', g."title", g."description", g."category")) IN (
	'a3c48cb09e33e570411c4ab9c59c25c5', '46d9fe1d58e8c444f83a7c5c7ffa4c14', 'ae2f4332463b67cd4f993be54b086442',
	'58d560d6080307ce81aebf9269d12470', '73c8130598ec90d302c4bd354007378e', 'faeb2f719a12d7b8e6a5eea0c48524c0',
	'a8e867d252c1ee0a66413b1f9ec57e25', 'cd10947964f0485712b6b142935ae67a', 'b0c4be37144d5348cbca703c037f59b3'
);
--> statement-breakpoint
INSERT INTO "app"."samples" ("entity", "entity_id", "fingerprint")
SELECT 'post', b."id", md5(jsonb_build_array(b."title", b."description", b."content", b."image_url", b."status")::text) FROM "app"."blogs" b
WHERE md5(concat_ws('|', b."title", b."description")) IN (
	'ff0d4f5bb938f78cc718ac0f70614323', '414e230c8e3e3ba43d45ca39d96212c9', '039839438b80b9a7973519dc7d7f88ea',
	'7f23b44455e8c501e57507b12666c216', '2ad3300640a522d6cda15335c8009f00', '9b6609aad3a1d1511591dad9d1b37272',
	'b6372e5b343ecba55d457c13ae1a6105', '437c7a73ece84fb673b1877d1db26e65', 'e3679edd6da28b7ea9fd113a4e669c9d',
	'b8ebbe98c57ee3889b8430d13e192a69', 'b97fcd172449302dfdba22d05365d8fb', '498e6e157f27e6f5ff2cda1dd89d2f06',
	'fc6204215e0c460425580362f3fdb160', '7cacf047137d4f70b440f05952d26f29', '64959cae63f1d1dfa2d2d2e507b8164e',
	'bc6cd6088a14a946fdf205ab4842ae9f', 'c2730eeef242d8390e9993077836de97', '6db00a15f5c36f47b5ddad96580fc1a4'
);
--> statement-breakpoint
INSERT INTO "app"."samples" ("entity", "entity_id", "fingerprint")
SELECT 'comment', k."id", md5(jsonb_build_array(k."name_surname", k."description")::text) FROM "app"."comments" k
WHERE md5(concat_ws('|', k."name_surname", k."description")) IN (
	'a19977c640aa8dd475ca8dcb209cc6c9', '10b616839cc028ecc869ac3ec07e28fe', 'ff17e6365112ba6d899b47f3a54f75c2',
	'02c5b004501f9c2570984c586ce3db58', '27d5afe44a35e91afa3c8367af476a19', '6a2503269d9edbf80b59d3606861ab75',
	'77b64ad45df1e45bbf97fbd0907cd9bd', '31cedd54f793a2f8dd6f2bda571ff7a3', '8f559354f31ea006a0542d1f7ca08bd3',
	'9b0d74faa2dbbbd1fba263da91595f99', '4c3b957f4639c18313309672728d9c5c', 'c04ca1f6c8cec1876beec8ffd2c76037',
	'644e62d7190478cb6a7ca7e422fe877a', 'f764ea6313c72fdfd828447ab97c2c85', 'a23c167c30362b7007f1968a18d48c1f',
	'ff701bb9bbfdf2ce45207937e8989733', '14995ff056972fe951b901233857978d', '95efe9921552f19b0c49890dd246d822',
	'0f45275a56e5d2d56681d2e935a8d3d7', '5ac06cda9ac531c51a95483daae89e49', '24dd3ada372a4aa7386967beb1a1a555',
	'0e6345673729253630162d56902dbfc3', 'c1624568f272ed556d53b2ad64d0d9f2', 'e76dee1f17c38e96b2dcf3f993098e6e',
	'b845582e7d5db2019c3e5eb631990c94', 'f66afe77a91515047a864ef6b600adeb'
);
