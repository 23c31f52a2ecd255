CREATE TABLE "imports" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"name" text NOT NULL,
	"key" text NOT NULL,
	"size" bigint NOT NULL,
	"state" text DEFAULT 'uploading' NOT NULL,
	"progress" real DEFAULT 0 NOT NULL,
	"source" text,
	"report" jsonb,
	"msg" text,
	"attempts" bigint DEFAULT 0 NOT NULL,
	"created_date" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"heartbeat" timestamp (3) with time zone
);
--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "memory_enabled" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "chats" ADD COLUMN "pinned" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "chats" ADD COLUMN "archived" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "chats" ADD COLUMN "deleted" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "imports" ADD CONSTRAINT "imports_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "imports_user" ON "imports" USING btree ("user_id","id");--> statement-breakpoint
CREATE INDEX "imports_state" ON "imports" USING btree ("state","heartbeat");--> statement-breakpoint
CREATE INDEX "chats_list" ON "chats" USING btree ("user_id","last_update") WHERE "chats"."deleted" is null and "chats"."archived" is null and "chats"."pinned" is null;--> statement-breakpoint
CREATE INDEX "chats_archive" ON "chats" USING btree ("user_id","last_update") WHERE "chats"."archived" is not null;--> statement-breakpoint
CREATE INDEX "chats_pinned" ON "chats" USING btree ("user_id","pinned") WHERE "chats"."pinned" is not null;--> statement-breakpoint
CREATE INDEX "chats_deleted" ON "chats" USING btree ("deleted") WHERE "chats"."deleted" is not null;