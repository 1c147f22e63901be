CREATE TABLE "message_files" (
	"workspace_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"enrollment_id" uuid NOT NULL,
	"message_id" uuid NOT NULL,
	"name" text NOT NULL,
	"media_type" text,
	"bytes" integer NOT NULL,
	"stored_as" text,
	"problem" text,
	"created_at" timestamp(3) with time zone NOT NULL,
	"updated_at" timestamp(3) with time zone NOT NULL,
	CONSTRAINT "message_files_workspace_id_id_pk" PRIMARY KEY("workspace_id","id")
);
--> statement-breakpoint
CREATE TABLE "received_mails" (
	"workspace_id" uuid NOT NULL,
	"enrollment_id" uuid NOT NULL,
	"mail_hash" text NOT NULL,
	"attempts" integer NOT NULL,
	"outcome" text,
	"created_at" timestamp(3) with time zone NOT NULL,
	"updated_at" timestamp(3) with time zone NOT NULL,
	CONSTRAINT "received_mails_workspace_id_enrollment_id_mail_hash_pk" PRIMARY KEY("workspace_id","enrollment_id","mail_hash")
);
--> statement-breakpoint
CREATE TABLE "reply_addresses" (
	"workspace_id" uuid NOT NULL,
	"enrollment_id" uuid NOT NULL,
	"person_id" uuid NOT NULL,
	"person" text NOT NULL,
	"token_hash" text NOT NULL,
	"created_at" timestamp(3) with time zone NOT NULL,
	"updated_at" timestamp(3) with time zone NOT NULL,
	CONSTRAINT "reply_addresses_workspace_id_enrollment_id_person_id_pk" PRIMARY KEY("workspace_id","enrollment_id","person_id")
);
--> statement-breakpoint
ALTER TABLE "messages" ADD COLUMN "by_mail" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "messages" ADD COLUMN "sender_email" text;--> statement-breakpoint
ALTER TABLE "message_files" ADD CONSTRAINT "message_files_workspace_id_message_id_messages_workspace_id_id_fk" FOREIGN KEY ("workspace_id","message_id") REFERENCES "public"."messages"("workspace_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "received_mails" ADD CONSTRAINT "received_mails_workspace_id_enrollment_id_enrollments_workspace_id_id_fk" FOREIGN KEY ("workspace_id","enrollment_id") REFERENCES "public"."enrollments"("workspace_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reply_addresses" ADD CONSTRAINT "reply_addresses_workspace_id_enrollment_id_enrollments_workspace_id_id_fk" FOREIGN KEY ("workspace_id","enrollment_id") REFERENCES "public"."enrollments"("workspace_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "message_files_message" ON "message_files" USING btree ("workspace_id","enrollment_id","message_id","id");--> statement-breakpoint
CREATE INDEX "message_files_stored" ON "message_files" USING btree ("stored_as");--> statement-breakpoint
CREATE INDEX "received_mails_created" ON "received_mails" USING btree ("created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "reply_addresses_token_hash_unique" ON "reply_addresses" USING btree ("token_hash");--> statement-breakpoint
-- Attachments count as storage, like files.
CREATE TRIGGER message_files_stored AFTER INSERT OR DELETE OR UPDATE OF bytes ON message_files FOR EACH ROW EXECUTE FUNCTION count_storage();
