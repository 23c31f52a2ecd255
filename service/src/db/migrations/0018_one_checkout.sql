CREATE TABLE "refunds" (
	"provider" text NOT NULL,
	"session_id" text NOT NULL,
	"subscription_id" text NOT NULL,
	"kept_id" text,
	"user_id" text NOT NULL,
	"team_id" text,
	"status" text DEFAULT 'due' NOT NULL,
	"refunded" bigint DEFAULT 0 NOT NULL,
	"credited" bigint DEFAULT 0 NOT NULL,
	"currency" text NOT NULL,
	"url" text,
	"created_date" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"done_date" timestamp (3) with time zone,
	CONSTRAINT "refunds_provider_session_id_pk" PRIMARY KEY("provider","session_id")
);
--> statement-breakpoint
ALTER TABLE "payment_sessions" ADD COLUMN "subject" text GENERATED ALWAYS AS (case
  when team_id is not null then 'team:' || team_id
  when team_name is not null then 'new:' || user_id || ':' || lower(btrim(team_name))
  else 'user:' || user_id end) STORED NOT NULL;--> statement-breakpoint
ALTER TABLE "payment_sessions" ADD COLUMN "url" text;--> statement-breakpoint
CREATE INDEX "refunds_user" ON "refunds" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "refunds_team" ON "refunds" USING btree ("team_id");--> statement-breakpoint
CREATE INDEX "refunds_due" ON "refunds" USING btree ("provider") WHERE status = 'due';--> statement-breakpoint
CREATE INDEX "payment_sessions_subject" ON "payment_sessions" USING btree ("subject");--> statement-breakpoint
-- Of several open checkouts for one subject only the newest stays open. If another one is paid anyway, it is refunded.
UPDATE "payment_sessions" SET "status" = 'expired' WHERE "status" = 'open' AND "id" NOT IN (
  SELECT DISTINCT ON ("provider", "subject") "id" FROM "payment_sessions" WHERE "status" = 'open'
  ORDER BY "provider", "subject", "created_date" DESC, "id");--> statement-breakpoint
CREATE UNIQUE INDEX "payment_sessions_open" ON "payment_sessions" USING btree ("provider","subject") WHERE status in ('opening', 'open');