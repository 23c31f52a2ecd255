CREATE TABLE "tag_contexts" (
	"tag_id" text PRIMARY KEY NOT NULL,
	"instruction" text NOT NULL,
	"files" jsonb NOT NULL
);
--> statement-breakpoint
ALTER TABLE "chat_tags" ADD COLUMN "home" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "chats" ADD COLUMN "expires" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "tags" ADD COLUMN "instructed" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "tags" ADD COLUMN "file_count" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "teams" ADD COLUMN "model" text;--> statement-breakpoint
ALTER TABLE "tag_contexts" ADD CONSTRAINT "tag_contexts_tag_id_tags_id_fk" FOREIGN KEY ("tag_id") REFERENCES "public"."tags"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
-- A chat in exactly one collection uses its instructions and files from now on. With several, it is unknown in which one the
-- chat started.
UPDATE "chat_tags" SET "home" = true WHERE "chat_id" IN (SELECT "chat_id" FROM "chat_tags" GROUP BY "chat_id" HAVING count(*) = 1);--> statement-breakpoint
CREATE UNIQUE INDEX "chat_tags_home" ON "chat_tags" USING btree ("chat_id") WHERE "chat_tags"."home";--> statement-breakpoint
CREATE INDEX "chats_expires" ON "chats" USING btree ("expires") WHERE "chats"."expires" is not null;--> statement-breakpoint
-- Other windows are not notified of a temporary chat: it is in no list that they could read again.
DROP FUNCTION tell_chats_chats() CASCADE;--> statement-breakpoint
DO $$
BEGIN
  PERFORM track_changes('chats', 'chats', 'CASE WHEN r.expires IS NULL THEN ''person:'' || r.user_id END', 'r.id',
    ignored => '{leaf_id}');
END $$;
