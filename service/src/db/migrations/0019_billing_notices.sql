CREATE TABLE "billing_notices" (
	"key" text PRIMARY KEY NOT NULL,
	"created_date" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "subscriptions" ADD COLUMN "notices_due" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD COLUMN "notices_from" timestamp (3) with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
CREATE INDEX "subscriptions_notices" ON "subscriptions" USING btree ("provider") WHERE notices_due > 0;