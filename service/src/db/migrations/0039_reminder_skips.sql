ALTER TABLE "users" ADD COLUMN "reminder_skipped_day" text;--> statement-breakpoint
-- Deleting an account did not delete the budgets that teams had set for it.
DELETE FROM "team_budgets" b WHERE b."user_id" <> '' AND NOT EXISTS (
  SELECT FROM "team_members" m WHERE m."team_id" = b."team_id" AND m."user_id" = b."user_id");
