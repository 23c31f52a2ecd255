ALTER TABLE "chats" ADD COLUMN "leaf_id" text;--> statement-breakpoint
ALTER TABLE "messages" ADD COLUMN "parent_id" text;--> statement-breakpoint
UPDATE "messages" m SET "parent_id" = p.before FROM (SELECT "id", lag("id") OVER (PARTITION BY "chat_id" ORDER BY "id") AS before FROM "messages") p WHERE p."id" = m."id";
