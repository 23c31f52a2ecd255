CREATE TABLE "release_report" (
	"remote" text NOT NULL,
	"version" text NOT NULL,
	"slot" timestamp (3) with time zone NOT NULL,
	"reporter" text NOT NULL,
	"loaded" boolean DEFAULT false NOT NULL,
	"failed" boolean DEFAULT false NOT NULL,
	"errors" boolean DEFAULT false NOT NULL,
	"load_ms" integer,
	"reason" text,
	CONSTRAINT "release_report_remote_version_slot_reporter_pk" PRIMARY KEY("remote","version","slot","reporter")
);
--> statement-breakpoint
CREATE INDEX "release_report_slot" ON "release_report" USING btree ("slot");