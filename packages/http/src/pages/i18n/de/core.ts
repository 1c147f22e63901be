import type { ErrorCode, FieldErrorCode, Reason } from '@handrail/core'
import type { OAuthErrorCode } from '@handrail/core/internal'

/** The messages of errors, as whole sentences; `{{when}}` is the time of the next attempt. */
export const problem: Record<ErrorCode | Reason, string> = {
  another_form:
    'Dieses Formular ist aus einer anderen Sitzung. Gehen Sie zurück, laden Sie die Seite neu, und versuchen Sie es noch einmal.',
  another_host:
    'Diese Instanz ist nur unter ihrer eigenen Adresse zu erreichen. Der Betreiber legt sie fest; ein Proxy muss Host weitergeben.',
  another_invited:
    'Die Einladung ist für eine andere E-Mail-Adresse. Melden Sie sich mit dieser an, um sie anzunehmen.',
  another_site: 'Dieses Formular kam nicht von einer Seite dieser Instanz.',
  application_incomplete:
    'Die Anwendung, die Sie hierher geschickt hat, hat etwas Nötiges weggelassen, doppelt angegeben oder unlesbar geschrieben.',
  application_undescribed: 'Die Beschreibung der Anwendung lässt sich nicht lesen, oder sie gilt nicht.',
  application_unknown: 'Die Anwendung, die Sie hierher geschickt hat, ist nicht bekannt.',
  application_unregistered_address:
    'Die Anwendung will Sie an eine Adresse schicken, die sie nicht angemeldet hat. Vielleicht ist sie nicht, was sie vorgibt.',
  authentication_required: 'Melden Sie sich zuerst an.',
  conflict: 'Das geht im Moment nicht.',
  confirmation_over:
    'Diese Bestätigung ist benutzt, abgelaufen oder nicht Ihre. Geändert wurde nichts. Sehen Sie sich noch einmal an, was geschieht.',
  confirmation_stale:
    'Was Sie bestätigen, hat sich inzwischen geändert. Geändert wurde nichts. Sehen Sie sich noch einmal an, was geschieht.',
  consent_over: 'Diese Anfrage ist schon beantwortet oder zu alt. Fangen Sie in der Anwendung noch einmal an.',
  consent_without_permission: 'Wählen Sie mindestens eine Erlaubnis, die Ihre Rolle in diesem Arbeitsbereich umfasst.',
  file_ended_process:
    'Diese Datei hat den Prozess beendet, der sie gelesen hat, und wird nicht noch einmal gelesen. Speichern Sie sie als CSV, oder teilen Sie sie auf mehrere Dateien auf.',
  file_too_large: 'Diese Datei hat mehr, als ein Import haben darf.',
  file_too_long: 'Ein Text in dieser Datei ist zu lang.',
  file_took_too_long: 'Diese Datei zu lesen dauert zu lange.',
  file_took_too_much_memory: 'Diese Datei zu lesen braucht zu viel Speicher.',
  file_unreadable: 'Diese Datei lässt sich nicht als Tabelle lesen.',
  forbidden: 'Sie dürfen das nicht tun.',
  draft_changed:
    'Der Entwurf hat sich geändert, seit Sie ihn gelesen haben. Geändert wurde nichts. Sehen Sie ihn sich noch einmal an.',
  has_account: 'Für diese E-Mail-Adresse gibt es ein Konto. Melden Sie sich an, um die Einladung anzunehmen.',
  has_enrollments: 'In diesem Leitfaden sind Kontakte eingeschrieben. Archivieren Sie ihn.',
  idempotency_key_in_use: 'Dieselbe Anfrage läuft noch. Versuchen Sie es gleich noch einmal.',
  insufficient_scope: 'Das ist nicht erlaubt.',
  internal_error: 'Bei uns ist etwas schiefgegangen. Nennen Sie uns die Nummer der Anfrage.',
  invalid_request: 'Was gesendet wurde, lässt sich nicht lesen.',
  invalid_token: 'Dieser Zugang gilt nicht.',
  invitation_over: 'Diese Einladung wurde angenommen oder zurückgenommen, oder sie ist älter als 7 Tage.',
  last_workspace:
    'Das ist der einzige Arbeitsbereich dieser Instanz. Wer sie betreibt, kann ihn löschen: handrail delete-workspace',
  mail_server_demo: 'Eine Demo sendet keine E-Mails.',
  mail_server_environment: 'Der Betreiber hat den Mailserver eingestellt (SMTP_URL und MAIL_FROM).',
  mail_server_several_workspaces:
    'Auf dieser Instanz gibt es mehrere Arbeitsbereiche: Der Betreiber stellt den Mailserver ein (SMTP_URL und MAIL_FROM).',
  method_not_allowed: 'So lässt sich diese Adresse nicht aufrufen.',
  moves_under_way: 'Die Kontakte dieses Leitfadens werden gerade umgestellt. Warten Sie, bis das geschehen ist.',
  never_published: 'Dieser Leitfaden wurde nie veröffentlicht. Löschen Sie ihn.',
  no_mail_server: 'Diese Instanz sendet keine E-Mails. Bitten Sie den Betreiber um einen Link.',
  no_member: 'Sie gehören nicht zu diesem Arbeitsbereich.',
  no_page: 'Unter dieser Adresse gibt es keine Seite. Ist der Link vollständig?',
  no_second_factor: 'Es gibt keinen zweiten Faktor, für den Sie Codes bräuchten.',
  not_found: 'Das gibt es nicht, oder nicht mehr.',
  no_storage:
    'Im Tarif dieses Arbeitsbereichs ist dafür kein Platz mehr. Löschen Sie Dateien oder alte Importe, oder bitten Sie den Betreiber um einen anderen Tarif.',
  not_in_plan: 'Der Tarif dieses Arbeitsbereichs enthält das nicht.',
  owner_keeps_role: 'Der Inhaber behält diese Rolle, bis der Arbeitsbereich übergeben ist.',
  owner_no_more: 'Sie sind nicht mehr der Inhaber.',
  password_link_over: 'Dieser Link wurde schon benutzt oder ist älter als eine Stunde.',
  payload_too_large: 'Was gesendet wurde, ist zu groß.',
  precondition_failed: 'Jemand hat das inzwischen geändert. Laden Sie neu, und wiederholen Sie Ihre Änderung.',
  precondition_required:
    'Die Anfrage ersetzt, was andere inzwischen geändert haben können. Senden Sie den ETag der geänderten Fassung als If-Match.',
  rate_limited: 'Zu viele Anfragen. Versuchen Sie es {{when}} noch einmal.',
  sample_already: 'Sie haben schon einen Beispiel-Arbeitsbereich. Löschen Sie ihn, bevor Sie einen neuen anlegen.',
  second_factor_already: 'Es gibt schon einen zweiten Faktor.',
  set_up_already: 'Diese Instanz hat schon einen Arbeitsbereich.',
  set_up_link_over: 'Dieser Link wurde schon benutzt oder ist älter als 30 Minuten.',
  sign_in_over: 'Diese Anmeldung hat zu lange gedauert oder ist schon abgeschlossen. Fangen Sie von vorn an.',
  token_expired: 'Dieser Zugang ist abgelaufen.',
  submission_changed: 'Das wurde inzwischen noch einmal eingereicht. Sehen Sie sich die neue Fassung an.',
  too_many_at_a_time:
    'In diesem Arbeitsbereich läuft gerade so viel gleichzeitig, wie sein Tarif erlaubt. Versuchen Sie es {{when}} noch einmal.',
  too_many_attempts: 'Zu viele Versuche. Versuchen Sie es {{when}} noch einmal.',
  too_many_views: 'Mehr Ansichten sind nicht möglich. Löschen Sie erst eine.',
  too_many_imports: 'Zu viele Importe sind noch nicht beendet. Verwerfen Sie zuerst einige davon.',
  unavailable: 'Der Server hat gerade zu viel zu tun. Versuchen Sie es gleich noch einmal.',
  unsupported_media_type: 'Was gesendet wurde, ist kein Formular.',
  validation_error: 'Das kann so nicht angenommen werden.',
  wrong_code: 'Der Code stimmt nicht, oder er wurde schon benutzt.',
  wrong_password: 'Die E-Mail-Adresse oder das Passwort stimmt nicht.',
}

/** The messages of field errors, in the wording of the console where it has the same. */
export const mistake: Record<FieldErrorCode, string> = {
  already_enrolled: 'Ist in diesem Leitfaden schon unterwegs.',
  already_invited: 'Ist schon eingeladen. Senden Sie diese Einladung noch einmal.',
  already_member: 'Ist schon Mitglied.',
  blank: 'Bitte ausfüllen.',
  does_not_exist: 'Das gibt es nicht mehr.',
  empty: 'Bitte ausfüllen.',
  invalid: 'Das passt hier nicht.',
  not_an_option: 'Das steht nicht zur Wahl.',
  not_in_future: 'Wählen Sie einen künftigen Tag.',
  not_published: 'Das ist nicht veröffentlicht.',
  not_together: 'Das geht nicht zusammen mit einer anderen Angabe.',
  repeated: 'Eine andere Zeile hat dasselbe.',
  taken: 'Das ist schon vergeben.',
  too_common: 'Das benutzen viele. Wählen Sie ein anderes.',
  too_large: 'Das ist zu groß.',
  too_long: 'Das ist zu lang.',
  too_small: 'Das ist zu kurz.',
  transition: 'Das lässt sich nicht ändern.',
  unknown_field: 'Dieses Feld ist nicht bekannt.',
  wrong_code: 'Das stimmt nicht. Geht die Uhr des Geräts richtig?',
  wrong_secret: 'Das stimmt nicht.',
  wrong_state: 'Das geht im Moment nicht.',
  wrong_type: 'Das passt hier nicht.',
}

/** The messages of OAuth errors. */
export const oauth: Record<OAuthErrorCode, string> = {
  access_denied: 'Es wurde abgelehnt',
  invalid_client: 'Die Anwendung ist nicht bekannt oder hat sich nicht ausgewiesen',
  invalid_client_metadata: 'Die Beschreibung der Anwendung gilt nicht',
  invalid_grant: 'Der Code der Anwendung gilt nicht',
  invalid_redirect_uri: 'Die Adresse, zu der es zurückgehen soll, gilt nicht',
  invalid_request: 'In der Anfrage fehlt etwas Nötiges, oder es gilt nicht',
  invalid_scope: 'Es wird um etwas gebeten, das es nicht gibt oder worum nicht gebeten werden darf',
  invalid_target: 'Für das, worum gebeten wird, gibt dieser Server keinen Zugang',
  server_error: 'Bei uns ist etwas schiefgegangen',
  temporarily_unavailable: 'Der Server hat gerade zu viel zu tun',
  unauthorized_client: 'Auf diese Weise darf diese Anwendung keinen Zugang bekommen',
  unsupported_grant_type: 'So kann die Anwendung hier keinen Zugang bekommen',
  unsupported_response_type: 'Dieser Server antwortet nur mit einem Code',
}
