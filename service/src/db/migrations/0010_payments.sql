CREATE TABLE "invoices" (
	"id" text PRIMARY KEY NOT NULL,
	"number" serial NOT NULL,
	"subscription_id" text NOT NULL,
	"user_id" text NOT NULL,
	"team_id" text,
	"status" text NOT NULL,
	"reason" text NOT NULL,
	"lines" jsonb NOT NULL,
	"total" bigint NOT NULL,
	"amount_due" bigint NOT NULL,
	"currency" text NOT NULL,
	"period_start" timestamp (3) with time zone NOT NULL,
	"period_end" timestamp (3) with time zone NOT NULL,
	"created_date" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"paid_date" timestamp (3) with time zone
);
--> statement-breakpoint
DROP INDEX "customers_user";--> statement-breakpoint
ALTER TABLE "customers" ADD COLUMN "team_id" text;--> statement-breakpoint
ALTER TABLE "customers" ADD COLUMN "card" text DEFAULT '4242' NOT NULL;--> statement-breakpoint
ALTER TABLE "payment_events" ADD COLUMN "processed_date" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "payment_sessions" ADD COLUMN "team_id" text;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD COLUMN "cancel_at_end" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD COLUMN "credit" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD COLUMN "synced_date" timestamp (3) with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
CREATE INDEX "invoices_subscription" ON "invoices" USING btree ("subscription_id","created_date");--> statement-breakpoint
ALTER TABLE "customers" ADD CONSTRAINT "customers_team_id_teams_id_fk" FOREIGN KEY ("team_id") REFERENCES "public"."teams"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_sessions" ADD CONSTRAINT "payment_sessions_team_id_teams_id_fk" FOREIGN KEY ("team_id") REFERENCES "public"."teams"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "customers_team" ON "customers" USING btree ("team_id","provider");--> statement-breakpoint
CREATE UNIQUE INDEX "customers_user" ON "customers" USING btree ("user_id","provider") WHERE team_id is null;