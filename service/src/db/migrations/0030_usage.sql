CREATE TABLE "model_use_days" (
	"id" text PRIMARY KEY NOT NULL,
	"day" text NOT NULL,
	"user_id" text,
	"team_id" text DEFAULT '' NOT NULL,
	"model" text NOT NULL,
	"purpose" text NOT NULL,
	"uses" integer DEFAULT 0 NOT NULL,
	"estimated" integer DEFAULT 0 NOT NULL,
	"input" bigint DEFAULT 0 NOT NULL,
	"output" bigint DEFAULT 0 NOT NULL,
	"cached" bigint DEFAULT 0 NOT NULL,
	"written" bigint DEFAULT 0 NOT NULL,
	"thought" bigint DEFAULT 0 NOT NULL,
	"pictures" integer DEFAULT 0 NOT NULL,
	"cost" bigint DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "model_uses" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" text,
	"team_id" text DEFAULT '' NOT NULL,
	"model" text NOT NULL,
	"purpose" text NOT NULL,
	"message_id" text,
	"input" bigint DEFAULT 0 NOT NULL,
	"output" bigint DEFAULT 0 NOT NULL,
	"cached" bigint DEFAULT 0 NOT NULL,
	"written" bigint DEFAULT 0 NOT NULL,
	"thought" bigint DEFAULT 0 NOT NULL,
	"pictures" integer DEFAULT 0 NOT NULL,
	"cost" bigint DEFAULT 0 NOT NULL,
	"estimated" boolean DEFAULT false NOT NULL,
	"price" jsonb,
	"created_date" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "team_budgets" (
	"team_id" text NOT NULL,
	"user_id" text DEFAULT '' NOT NULL,
	"limit" bigint NOT NULL,
	CONSTRAINT "team_budgets_team_id_user_id_pk" PRIMARY KEY("team_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "usage_reservations" (
	"message_id" text PRIMARY KEY NOT NULL,
	"user_id" text,
	"team_id" text DEFAULT '' NOT NULL,
	"model" text NOT NULL,
	"purpose" text NOT NULL,
	"input" integer NOT NULL,
	"price" jsonb,
	"cost" bigint DEFAULT 0 NOT NULL,
	"expires" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "model_use_days" ADD CONSTRAINT "model_use_days_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "model_uses" ADD CONSTRAINT "model_uses_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "team_budgets" ADD CONSTRAINT "team_budgets_team_id_teams_id_fk" FOREIGN KEY ("team_id") REFERENCES "public"."teams"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "usage_reservations" ADD CONSTRAINT "usage_reservations_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "model_use_days_user" ON "model_use_days" USING btree ("user_id","day","team_id","model","purpose");--> statement-breakpoint
CREATE INDEX "model_use_days_team" ON "model_use_days" USING btree ("team_id","day");--> statement-breakpoint
CREATE INDEX "model_use_days_model" ON "model_use_days" USING btree ("model","day");--> statement-breakpoint
CREATE INDEX "model_use_days_day" ON "model_use_days" USING btree ("day");--> statement-breakpoint
CREATE INDEX "model_uses_user" ON "model_uses" USING btree ("user_id","id");--> statement-breakpoint
CREATE INDEX "model_uses_message" ON "model_uses" USING btree ("message_id");--> statement-breakpoint
CREATE INDEX "usage_reservations_user" ON "usage_reservations" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "usage_reservations_team" ON "usage_reservations" USING btree ("team_id");--> statement-breakpoint
CREATE INDEX "usage_reservations_expires" ON "usage_reservations" USING btree ("expires");