ALTER TABLE "identities" ADD COLUMN "provider" text;--> statement-breakpoint
ALTER TABLE "sign_in_attempts" ADD COLUMN "user_id" text;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD COLUMN "next_interval" text;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD COLUMN "next_unit_amount" integer;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD COLUMN "billing_anchor" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "sign_in_attempts" ADD CONSTRAINT "sign_in_attempts_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "sign_in_attempts_user" ON "sign_in_attempts" USING btree ("user_id");