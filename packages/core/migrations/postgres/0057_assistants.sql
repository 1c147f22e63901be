CREATE TABLE "confirmations" (
	"workspace_id" uuid NOT NULL,
	"token_hash" text NOT NULL,
	"credential_id" text NOT NULL,
	"digest" text NOT NULL,
	"expires_at" timestamp(3) with time zone NOT NULL,
	CONSTRAINT "confirmations_workspace_id_token_hash_pk" PRIMARY KEY("workspace_id","token_hash")
);
--> statement-breakpoint
CREATE INDEX "confirmations_credential" ON "confirmations" USING btree ("workspace_id","credential_id","expires_at");--> statement-breakpoint
CREATE INDEX "confirmations_expiring" ON "confirmations" USING btree ("expires_at");