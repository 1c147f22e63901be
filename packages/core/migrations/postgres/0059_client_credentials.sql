CREATE TABLE "oauth_application_tokens" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"client_id" text NOT NULL,
	"credential" text NOT NULL,
	"scopes" json NOT NULL,
	"resource" text NOT NULL,
	"expires_at" timestamp(3) with time zone NOT NULL,
	"created_at" timestamp(3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "oauth_clients" ADD COLUMN "jwks_uri" text;--> statement-breakpoint
ALTER TABLE "oauth_clients" ADD COLUMN "client_credentials_role" text;--> statement-breakpoint
ALTER TABLE "oauth_clients" ADD COLUMN "last_acted_at" timestamp(3) with time zone;--> statement-breakpoint
ALTER TABLE "oauth_application_tokens" ADD CONSTRAINT "oauth_application_tokens_client_id_oauth_clients_id_fk" FOREIGN KEY ("client_id") REFERENCES "public"."oauth_clients"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "oauth_application_tokens_client" ON "oauth_application_tokens" USING btree ("client_id");--> statement-breakpoint
CREATE INDEX "oauth_application_tokens_expiring" ON "oauth_application_tokens" USING btree ("expires_at");