CREATE TABLE "release_vitals" (
	"remote" text NOT NULL,
	"version" text NOT NULL,
	"metric" text NOT NULL,
	"hour" timestamp (3) with time zone NOT NULL,
	"networks" smallint NOT NULL,
	"counts" integer[] NOT NULL,
	CONSTRAINT "release_vitals_remote_hour_version_metric_networks_pk" PRIMARY KEY("remote","hour","version","metric","networks")
);
--> statement-breakpoint
CREATE INDEX "release_vitals_hour" ON "release_vitals" USING btree ("hour");