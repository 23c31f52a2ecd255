CREATE TABLE "object_readings" (
	"key" text PRIMARY KEY NOT NULL,
	"type" text,
	"text" text,
	"words" integer,
	"pages" integer,
	"cut" boolean DEFAULT false NOT NULL,
	"width" integer,
	"height" integer,
	"failure" text,
	"created_date" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "object_readings" ADD CONSTRAINT "object_readings_key_objects_key_fk" FOREIGN KEY ("key") REFERENCES "public"."objects"("key") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "messages_voice" ON "messages" USING btree ("voice_note") WHERE "messages"."voice_note" is not null;