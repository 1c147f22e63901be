CREATE TABLE "mail_servers" (
	"id" text PRIMARY KEY NOT NULL,
	"host" text NOT NULL,
	"port" integer NOT NULL,
	"encryption" text NOT NULL,
	"username" text,
	"sealed_password" text,
	"sender" text NOT NULL,
	"revision" uuid NOT NULL,
	"created_at" timestamp(3) with time zone NOT NULL,
	"updated_at" timestamp(3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "mail_texts" (
	"workspace_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"language" text NOT NULL,
	"subject" text NOT NULL,
	"body" text NOT NULL,
	"created_at" timestamp(3) with time zone NOT NULL,
	"updated_at" timestamp(3) with time zone NOT NULL,
	CONSTRAINT "mail_texts_workspace_id_kind_language_pk" PRIMARY KEY("workspace_id","kind","language")
);
