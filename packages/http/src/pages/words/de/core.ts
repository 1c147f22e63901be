import type { ErrorCode, FieldErrorCode, OAuthErrorCode, Reason, Scope } from '@handrail/core'

/** What was refused. Whole sentences; `{{when}}` is when to try again. */
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
  consent_over: 'Diese Anfrage ist schon beantwortet oder zu alt. Fangen Sie in der Anwendung noch einmal an.',
  consent_without_permission: 'Wählen Sie mindestens eine Erlaubnis, die Ihre Rolle in diesem Arbeitsbereich umfasst.',
  forbidden: 'Sie dürfen das nicht tun.',
  has_account: 'Für diese E-Mail-Adresse gibt es ein Konto. Melden Sie sich an, um die Einladung anzunehmen.',
  insufficient_scope: 'Das ist nicht erlaubt.',
  internal_error: 'Bei uns ist etwas schiefgegangen. Nennen Sie uns die Nummer der Anfrage.',
  invalid_request: 'Was gesendet wurde, lässt sich nicht lesen.',
  invalid_token: 'Dieser Zugang gilt nicht.',
  invitation_over: 'Diese Einladung wurde angenommen oder zurückgenommen, oder sie ist älter als 7 Tage.',
  last_workspace:
    'Das ist der einzige Arbeitsbereich dieser Instanz. Wer sie betreibt, kann ihn löschen: handrail delete-workspace',
  method_not_allowed: 'So lässt sich diese Adresse nicht aufrufen.',
  no_mail_server: 'Diese Instanz sendet keine E-Mails. Bitten Sie den Betreiber um einen Link.',
  no_member: 'Sie gehören nicht zu diesem Arbeitsbereich.',
  no_page: 'Unter dieser Adresse gibt es keine Seite. Ist der Link vollständig?',
  no_second_factor: 'Es gibt keinen zweiten Faktor, für den Sie Codes bräuchten.',
  not_found: 'Das gibt es nicht, oder nicht mehr.',
  not_in_plan: 'Der Tarif dieses Arbeitsbereichs enthält das nicht.',
  owner_keeps_role: 'Der Inhaber behält diese Rolle, bis der Arbeitsbereich übergeben ist.',
  owner_no_more: 'Sie sind nicht mehr der Inhaber.',
  password_link_over: 'Dieser Link wurde schon benutzt oder ist älter als eine Stunde.',
  payload_too_large: 'Was gesendet wurde, ist zu groß.',
  precondition_failed: 'Jemand hat das inzwischen geändert. Laden Sie neu, und wiederholen Sie Ihre Änderung.',
  rate_limited: 'Zu viele Anfragen. Versuchen Sie es {{when}} noch einmal.',
  sample_already: 'Sie haben schon einen Beispiel-Arbeitsbereich. Löschen Sie ihn, bevor Sie einen neuen anlegen.',
  second_factor_already: 'Es gibt schon einen zweiten Faktor.',
  set_up_already: 'Diese Instanz hat schon einen Arbeitsbereich.',
  set_up_link_over: 'Dieser Link wurde schon benutzt oder ist älter als 30 Minuten.',
  sign_in_over: 'Diese Anmeldung hat zu lange gedauert oder ist schon abgeschlossen. Fangen Sie von vorn an.',
  token_expired: 'Dieser Zugang ist abgelaufen.',
  too_many_attempts: 'Zu viele Versuche. Versuchen Sie es {{when}} noch einmal.',
  unavailable: 'Der Server hat gerade zu viel zu tun. Versuchen Sie es gleich noch einmal.',
  unsupported_media_type: 'Was gesendet wurde, ist kein Formular.',
  validation_error: 'Das kann so nicht angenommen werden.',
  wrong_code: 'Der Code stimmt nicht, oder er wurde schon benutzt.',
  wrong_password: 'Die E-Mail-Adresse oder das Passwort stimmt nicht.',
}

/** What is wrong with a field, in the words of the console where it has them. */
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

/** What an application may do, in the words of the console. A scope that has none yet is said in English. */
export const scopes: Partial<Record<Scope, string>> = {
  'contacts:read': 'Kontakte sehen',
  'contacts:write': 'Kontakte ändern',
  'enrollments:read': 'Einschreibungen sehen',
  'enrollments:write': 'Einschreibungen ändern',
  'guides:read': 'Leitfäden sehen',
  'organisations:read': 'Organisationen sehen',
  'organisations:write': 'Organisationen ändern',
  'webhooks:manage': 'Webhooks verwalten',
}

/** Why an application that asks cannot be answered. */
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
  unsupported_grant_type: 'So kann die Anwendung hier keinen Zugang bekommen',
  unsupported_response_type: 'Dieser Server antwortet nur mit einem Code',
}
