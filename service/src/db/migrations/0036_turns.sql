CREATE TABLE "turn_indexes" (
	"up_to_id" text PRIMARY KEY NOT NULL,
	"chat_id" text NOT NULL,
	"texts" text NOT NULL,
	"index" text NOT NULL,
	"embedder" text,
	"vectors" text
);
--> statement-breakpoint
CREATE TABLE "turn_leases" (
	"chat_id" text PRIMARY KEY NOT NULL,
	"owner" text NOT NULL,
	"until" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "turn_indexes" ADD CONSTRAINT "turn_indexes_chat_id_chats_id_fk" FOREIGN KEY ("chat_id") REFERENCES "public"."chats"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "turn_leases" ADD CONSTRAINT "turn_leases_chat_id_chats_id_fk" FOREIGN KEY ("chat_id") REFERENCES "public"."chats"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "turn_indexes_chat" ON "turn_indexes" USING btree ("chat_id","embedder");