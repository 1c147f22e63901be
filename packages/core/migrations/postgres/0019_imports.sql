CREATE TABLE "import_rows" (
	"workspace_id" uuid NOT NULL,
	"import_id" uuid NOT NULL,
	"number" integer NOT NULL,
	"cells" json NOT NULL,
	"fate" text NOT NULL,
	"faults" json NOT NULL,
	"email_key" text,
	"external_key" text,
	"record_id" uuid,
	"before" json,
	"written_tag" text,
	"made_organisation_id" uuid,
	CONSTRAINT "import_rows_workspace_id_import_id_number_pk" PRIMARY KEY("workspace_id","import_id","number")
);
--> statement-breakpoint
CREATE TABLE "imports" (
	"workspace_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"resource" text NOT NULL,
	"file_name" text NOT NULL,
	"stored_as" text,
	"status" text NOT NULL,
	"columns" json NOT NULL,
	"mapping" json,
	"update_existing" boolean NOT NULL,
	"create_organisations" boolean NOT NULL,
	"rows" integer NOT NULL,
	"place" integer NOT NULL,
	"created" integer NOT NULL,
	"updated" integer NOT NULL,
	"unchanged" integer NOT NULL,
	"faulty" integer NOT NULL,
	"undone" integer NOT NULL,
	"left" integer NOT NULL,
	"problem" text,
	"attempts" integer NOT NULL,
	"error" text,
	"next_attempt_at" timestamp(3) with time zone,
	"lease_until" timestamp(3) with time zone,
	"leased_by" text,
	"created_at" timestamp(3) with time zone NOT NULL,
	"updated_at" timestamp(3) with time zone NOT NULL,
	CONSTRAINT "imports_workspace_id_id_pk" PRIMARY KEY("workspace_id","id")
);
--> statement-breakpoint
ALTER TABLE "import_rows" ADD CONSTRAINT "import_rows_workspace_id_import_id_imports_workspace_id_id_fk" FOREIGN KEY ("workspace_id","import_id") REFERENCES "public"."imports"("workspace_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "import_rows_fate" ON "import_rows" USING btree ("workspace_id","import_id","fate","number");--> statement-breakpoint
CREATE INDEX "import_rows_email" ON "import_rows" USING btree ("workspace_id","import_id","email_key","number");--> statement-breakpoint
CREATE INDEX "import_rows_external" ON "import_rows" USING btree ("workspace_id","import_id","external_key","number");--> statement-breakpoint
CREATE INDEX "import_rows_record" ON "import_rows" USING btree ("workspace_id","record_id") WHERE "import_rows"."record_id" is not null;--> statement-breakpoint
CREATE INDEX "imports_newest" ON "imports" USING btree ("workspace_id","created_at","id");--> statement-breakpoint
CREATE INDEX "imports_due" ON "imports" USING btree ("next_attempt_at","id") WHERE "imports"."next_attempt_at" is not null and "imports"."lease_until" is null;--> statement-breakpoint
CREATE INDEX "imports_stored" ON "imports" USING btree ("stored_as");--> statement-breakpoint
CREATE INDEX "imports_updated" ON "imports" USING btree ("updated_at");--> statement-breakpoint
CREATE INDEX "organisations_name" ON "organisations" USING btree ("workspace_id","name_folded");