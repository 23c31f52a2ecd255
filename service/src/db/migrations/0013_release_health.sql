CREATE TABLE "release_health" (
	"remote" text NOT NULL,
	"version" text NOT NULL,
	"minute" timestamp (3) with time zone NOT NULL,
	"loaded" integer DEFAULT 0 NOT NULL,
	"failed" integer DEFAULT 0 NOT NULL,
	"errors" integer DEFAULT 0 NOT NULL,
	"load_ms" bigint DEFAULT 0 NOT NULL,
	"reason" text,
	CONSTRAINT "release_health_remote_version_minute_pk" PRIMARY KEY("remote","version","minute")
);
--> statement-breakpoint
CREATE INDEX "release_health_minute" ON "release_health" USING btree ("minute");