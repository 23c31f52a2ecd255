CREATE TABLE "passage_indexes" (
	"key" text PRIMARY KEY NOT NULL,
	"index" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "passage_vectors" (
	"key" text NOT NULL,
	"embedder" text NOT NULL,
	"vectors" text NOT NULL,
	CONSTRAINT "passage_vectors_key_embedder_pk" PRIMARY KEY("key","embedder")
);
--> statement-breakpoint
CREATE TABLE "passages" (
	"key" text NOT NULL,
	"position" integer NOT NULL,
	"text" text NOT NULL,
	CONSTRAINT "passages_key_position_pk" PRIMARY KEY("key","position")
);
--> statement-breakpoint
ALTER TABLE "messages" ADD COLUMN "passages" text;--> statement-breakpoint
ALTER TABLE "passage_indexes" ADD CONSTRAINT "passage_indexes_key_object_readings_key_fk" FOREIGN KEY ("key") REFERENCES "public"."object_readings"("key") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "passage_vectors" ADD CONSTRAINT "passage_vectors_key_object_readings_key_fk" FOREIGN KEY ("key") REFERENCES "public"."object_readings"("key") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "passages" ADD CONSTRAINT "passages_key_object_readings_key_fk" FOREIGN KEY ("key") REFERENCES "public"."object_readings"("key") ON DELETE cascade ON UPDATE no action;