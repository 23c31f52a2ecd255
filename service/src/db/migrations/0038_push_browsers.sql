ALTER TABLE "push_tokens" ADD COLUMN "endpoint_hash" text;--> statement-breakpoint
ALTER TABLE "push_tokens" ADD COLUMN "session_hash" text;--> statement-breakpoint
CREATE UNIQUE INDEX "push_tokens_endpoint" ON "push_tokens" USING btree ("endpoint_hash");