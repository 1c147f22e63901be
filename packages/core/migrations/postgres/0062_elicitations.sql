CREATE TABLE "elicitations" (
	"answer_key" text PRIMARY KEY NOT NULL,
	"call_key" text NOT NULL,
	"ending" text,
	"expires_at" timestamp(3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE INDEX "elicitations_call" ON "elicitations" USING btree ("call_key");--> statement-breakpoint
CREATE INDEX "elicitations_expiring" ON "elicitations" USING btree ("expires_at");