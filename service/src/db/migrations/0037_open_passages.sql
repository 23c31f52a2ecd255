CREATE TABLE "open_files" (
	"number" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "open_files_number_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"key" text NOT NULL,
	"pages" integer[] NOT NULL,
	"characters" integer[] NOT NULL,
	"embedders" text[] DEFAULT '{}' NOT NULL,
	CONSTRAINT "open_files_key_unique" UNIQUE("key")
);
--> statement-breakpoint
CREATE TABLE "open_passages" (
	"file" integer NOT NULL,
	"position" integer NOT NULL,
	"words" "tsvector" NOT NULL,
	CONSTRAINT "open_passages_file_position_pk" PRIMARY KEY("file","position")
);
--> statement-breakpoint
ALTER TABLE "objects" ADD COLUMN "secured" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "open_files" ADD CONSTRAINT "open_files_key_object_readings_key_fk" FOREIGN KEY ("key") REFERENCES "public"."object_readings"("key") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "open_passages" ADD CONSTRAINT "open_passages_file_open_files_number_fk" FOREIGN KEY ("file") REFERENCES "public"."open_files"("number") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "open_passages_words" ON "open_passages" USING gin ("words") WITH (fastupdate=false);--> statement-breakpoint
-- Files that secure chats already use: those of their messages, their agents, and the collections they started in.
UPDATE "objects" SET "secured" = true WHERE "key" IN (
	SELECT substring(url FROM '/objects/([^?#]*)') FROM (
		SELECT f."url" FROM "message_files" f JOIN "messages" m ON m."id" = f."message_id" JOIN "chats" c ON c."id" = m."chat_id" WHERE c."secure"
		UNION ALL SELECT file->>'url' FROM "agents" a JOIN "chats" c ON c."agent_id" = a."id", jsonb_array_elements(a."files") file WHERE c."secure"
		UNION ALL SELECT file->>'url' FROM "tag_contexts" x JOIN "chat_tags" t ON t."tag_id" = x."tag_id" AND t."home" JOIN "chats" c ON c."id" = t."chat_id", jsonb_array_elements(x."files") file WHERE c."secure"
	) used (url) WHERE url IS NOT NULL);
--> statement-breakpoint
-- The passages that each query matches. Only the index makes this fast, but with few files the planner would not use it.
CREATE FUNCTION open_places(queries text[]) RETURNS TABLE (file integer, at integer, places text) LANGUAGE sql STABLE SET enable_seqscan = off AS $$
	SELECT p.file, asked.at::integer, string_agg(p.position::text, ' ')
	FROM unnest(queries) WITH ORDINALITY asked (query, at) JOIN open_passages p ON p.words @@ asked.query::tsquery
	GROUP BY p.file, asked.at
$$;
