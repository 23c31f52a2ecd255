CREATE TABLE "chat_summaries" (
	"id" text PRIMARY KEY NOT NULL,
	"chat_id" text NOT NULL,
	"user_id" text NOT NULL,
	"up_to_id" text NOT NULL,
	"covers" integer NOT NULL,
	"written" text,
	"text" text DEFAULT '' NOT NULL,
	"created_date" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"last_update" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "summary_leases" (
	"chat_id" text PRIMARY KEY NOT NULL,
	"until" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "token_factors" (
	"model" text NOT NULL,
	"kind" text NOT NULL,
	"factor" double precision NOT NULL,
	"samples" integer DEFAULT 1 NOT NULL,
	"last_update" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "token_factors_model_kind_pk" PRIMARY KEY("model","kind")
);
--> statement-breakpoint
ALTER TABLE "messages" ADD COLUMN "context_report" text;--> statement-breakpoint
ALTER TABLE "messages" ADD COLUMN "pinned" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "chat_summaries" ADD CONSTRAINT "chat_summaries_chat_id_chats_id_fk" FOREIGN KEY ("chat_id") REFERENCES "public"."chats"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "chat_summaries" ADD CONSTRAINT "chat_summaries_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "summary_leases" ADD CONSTRAINT "summary_leases_chat_id_chats_id_fk" FOREIGN KEY ("chat_id") REFERENCES "public"."chats"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "chat_summaries_chat" ON "chat_summaries" USING btree ("chat_id","last_update");--> statement-breakpoint
CREATE INDEX "messages_pinned" ON "messages" USING btree ("chat_id") WHERE "messages"."pinned";--> statement-breakpoint
-- Pinned messages and the summary of a chat are updated at once wherever the chat is open.
DROP FUNCTION tell_messages_messages() CASCADE;--> statement-breakpoint
DO $$
DECLARE
  person text := '''person:'' || r.user_id';
BEGIN
  PERFORM track_changes('messages', 'messages', person, 'r.chat_id',
    columns => '{pending,failed,stopped,prompt,content,chat_id,pinned}', events => '{insert,update}');
  PERFORM track_changes('chat_summaries', 'messages', person, 'r.chat_id', ignored => '{last_update}');
END $$;
