-- All matches of a gin_trgm_ops index are rechecked at once. With the same trigrams as an array, the newest matches can be
-- read first.
DROP INDEX "chats_search";--> statement-breakpoint
DROP INDEX "messages_search";--> statement-breakpoint
CREATE INDEX "chats_search" ON "chats" USING gin ("user_id",show_trgm(title)) WHERE not secure;--> statement-breakpoint
CREATE INDEX "messages_search" ON "messages" USING gin ("user_id",show_trgm(prompt || ' ' || content));--> statement-breakpoint
-- Statistics for so many trigrams slow down ANALYZE and change no plan.
ALTER INDEX "chats_search" ALTER COLUMN 2 SET STATISTICS 0;--> statement-breakpoint
ALTER INDEX "messages_search" ALTER COLUMN 2 SET STATISTICS 0;
