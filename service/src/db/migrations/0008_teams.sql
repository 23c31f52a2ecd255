CREATE TABLE "team_log" (
	"id" text PRIMARY KEY NOT NULL,
	"team_id" text NOT NULL,
	"actor_id" text,
	"member_id" text,
	"action" text NOT NULL,
	"was" text,
	"now" text,
	"created_date" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "team_removals" (
	"team_id" text NOT NULL,
	"user_id" text NOT NULL,
	"created_date" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "team_removals_team_id_user_id_pk" PRIMARY KEY("team_id","user_id")
);
--> statement-breakpoint
ALTER TABLE "teams" ADD COLUMN "join_key" text;--> statement-breakpoint
ALTER TABLE "teams" ADD COLUMN "join_key_date" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "teams" ADD COLUMN "join_key_expires" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "team_log" ADD CONSTRAINT "team_log_team_id_teams_id_fk" FOREIGN KEY ("team_id") REFERENCES "public"."teams"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "team_log" ADD CONSTRAINT "team_log_actor_id_users_id_fk" FOREIGN KEY ("actor_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "team_log" ADD CONSTRAINT "team_log_member_id_users_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "team_removals" ADD CONSTRAINT "team_removals_team_id_teams_id_fk" FOREIGN KEY ("team_id") REFERENCES "public"."teams"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "team_removals" ADD CONSTRAINT "team_removals_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "team_log_team" ON "team_log" USING btree ("team_id","id");--> statement-breakpoint
CREATE INDEX "team_log_actor" ON "team_log" USING btree ("actor_id");--> statement-breakpoint
CREATE INDEX "team_log_member" ON "team_log" USING btree ("member_id");--> statement-breakpoint
CREATE INDEX "team_removals_user" ON "team_removals" USING btree ("user_id");