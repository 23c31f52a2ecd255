CREATE TABLE "seat_changes" (
	"team_id" text PRIMARY KEY NOT NULL,
	"key" text NOT NULL,
	"provider" text NOT NULL,
	"subscription_id" text NOT NULL,
	"quantity" integer NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"actor_id" text,
	"asked_until" timestamp (3) with time zone NOT NULL,
	"redirect_url" text,
	"expires" timestamp (3) with time zone
);
--> statement-breakpoint
ALTER TABLE "invoices" ADD COLUMN "quantity" integer;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD COLUMN "asked" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD COLUMN "told" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "seat_changes" ADD CONSTRAINT "seat_changes_team_id_teams_id_fk" FOREIGN KEY ("team_id") REFERENCES "public"."teams"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "seat_changes" ADD CONSTRAINT "seat_changes_actor_id_users_id_fk" FOREIGN KEY ("actor_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "seat_changes_subscription" ON "seat_changes" USING btree ("subscription_id");--> statement-breakpoint
CREATE INDEX "seat_changes_actor" ON "seat_changes" USING btree ("actor_id");