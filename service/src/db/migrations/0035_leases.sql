CREATE TABLE "passage_leases" (
	"key" text NOT NULL,
	"embedder" text NOT NULL,
	"owner" text NOT NULL,
	"until" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "passage_leases_key_embedder_pk" PRIMARY KEY("key","embedder")
);
--> statement-breakpoint
ALTER TABLE "summary_leases" ADD COLUMN "owner" text;--> statement-breakpoint
ALTER TABLE "model_use_days" ADD COLUMN "seconds" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "model_uses" ADD COLUMN "seconds" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "usage_reservations" ADD COLUMN "seconds" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "passage_leases" ADD CONSTRAINT "passage_leases_key_object_readings_key_fk" FOREIGN KEY ("key") REFERENCES "public"."object_readings"("key") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
-- Leaving a team did not delete a member's budget before, so it would silently apply again if they came back.
DELETE FROM "team_budgets" b WHERE b."user_id" <> '' AND NOT EXISTS (
  SELECT FROM "team_members" m WHERE m."team_id" = b."team_id" AND m."user_id" = b."user_id");
