import { checklist, form, text, upload } from '../steps.ts'
import type { Templates } from '../template.ts'

export const settingUp: Pick<Templates, 'kick_off' | 'data_migration' | 'payroll'> = {
  kick_off: {
    title: 'Ihre ersten zwei Wochen',
    description:
      'Alles von der ersten Anmeldung bis zum ersten Ergebnis. Es dauert etwa eine Stunde, in so vielen Etappen, wie Sie möchten.',
    completion_message: 'Alles ist eingerichtet. Ihre Ansprechperson meldet sich diese Woche bei Ihnen.',
    stalled_after_days: 4,
    sections: [
      {
        title: 'Willkommen',
        steps: [
          text(
            'So laufen die nächsten zwei Wochen',
            3,
            'Es gibt **drei kurze Teile**: Ihre Ziele, Ihr Konto, Ihr Team.\n\n- Hören Sie auf, wann Sie möchten: alles ist gespeichert.\n- Kommen Sie nicht weiter? Fragen Sie unter jedem Schritt.',
          ),
          form('Was Sie erreichen möchten', 5, {
            'Was soll in drei Monaten besser sein?': 'paragraph',
            'Wer entscheidet über dieses Projekt?': 'text',
            'Wann möchten Sie starten?': 'date',
          }),
        ],
      },
      {
        title: 'Ihr Konto',
        steps: [
          checklist('Konto vorbereiten', 10, [
            'Zum ersten Mal anmelden',
            'Sprache und Zeitzone wählen\nBeides ist in den Einstellungen Ihres Kontos.',
            'Zweiten Faktor einschalten',
          ]),
          form('Was Sie sonst benutzen', 5, {
            'Mit welchen Werkzeugen arbeiten Sie täglich?': 'paragraph',
            'Brauchen Sie Single Sign-on?': ['Ja', 'Nein', 'Noch nicht klar'],
          }),
        ],
      },
      {
        title: 'Ihr Team',
        steps: [
          checklist('Kollegen einladen', 10, [
            'Zwei Personen einladen, die es täglich benutzen',
            'Jemanden benennen, der im Team Fragen beantwortet',
          ]),
          text(
            'Ihr erstes Ergebnis',
            5,
            'Erledigen Sie **eine echte Aufgabe** von Anfang bis Ende. So zeigt sich am schnellsten, was noch fehlt.\n\nNotieren Sie, was Sie überrascht hat, für das erste Gespräch.',
          ),
        ],
      },
    ],
  },
  data_migration: {
    title: 'Ihre Daten ziehen um',
    description: 'Wir bringen Ihre Daten gemeinsam herüber, prüfen sie und stellen um, ohne etwas zu verlieren.',
    completion_message: 'Ihre Daten sind da. Lassen Sie das alte System noch 30 Tage lesbar.',
    stalled_after_days: 3,
    sections: [
      {
        title: 'Was es gibt',
        steps: [
          form('Wo Ihre Daten sind', 10, {
            'Aus welchem System kommen Sie?': 'text',
            'Wie viele Datensätze sind es etwa?': 'number',
            'Wer darf sie exportieren?': 'email',
            'Gibt es Daten, die nicht mitkommen? ?': 'paragraph',
          }),
          checklist('Zuerst aufräumen', 30, [
            'Doppelte zusammenführen',
            'Archivieren, was zwei Jahre niemand benutzt hat',
            'Fehlende E-Mail-Adressen ergänzen',
          ]),
        ],
      },
      {
        title: 'Ein Test mit wenigen',
        steps: [
          upload(
            'Eine Probe senden',
            10,
            'Exportieren Sie **50 Datensätze** mit allen Spalten, und senden Sie die Datei hier.',
            ['.csv', '.xlsx', '.json'],
          ),
          text(
            'Wir sehen die Probe an',
            2,
            'Binnen zwei Werktagen hören Sie von uns: welche Spalte wohin kommt, und was noch nicht passt.',
          ),
          checklist('Das Ergebnis prüfen', 20, [
            'Namen und Umlaute stimmen',
            'Jedes Datum ist derselbe Tag wie zuvor',
            'Beträge haben dieselben Nachkommastellen',
          ]),
        ],
      },
      {
        title: 'Der Umzug',
        steps: [
          upload(
            'Alles senden',
            15,
            'Exportieren Sie am vereinbarten Tag alles. Ändern Sie danach im alten System nichts mehr.',
            ['.csv', '.xlsx', '.json', '.zip'],
          ),
          form('Das Ergebnis annehmen', 5, {
            'Ist alles da?': ['Ja', 'Ja, mit Anmerkungen', 'Nein'],
            'Ihre Anmerkungen ?': 'paragraph',
            'Ich habe Stichproben mit dem alten System verglichen': 'consent',
          }),
        ],
      },
    ],
  },
  payroll: {
    title: 'Ihre erste Lohnabrechnung',
    description: 'Firma, Menschen, ein Probelauf, und dann der erste Zahltag.',
    completion_message: 'Ihre Leute werden pünktlich bezahlt. Nach dem ersten Monat sehen wir es gemeinsam an.',
    stalled_after_days: 4,
    sections: [
      {
        title: 'Ihre Firma',
        steps: [
          form('Angaben zur Firma', 8, {
            'Name der Firma': 'text',
            Steuernummer: 'text',
            'E-Mail für Fragen': 'email',
            'Wie oft zahlen Sie?': ['Monatlich', 'Alle vier Wochen', 'Wöchentlich'],
            'Wie viele Menschen?': 'number',
          }),
          upload('Ihre letzte Abrechnung', 5, 'Wir vergleichen unseren ersten Lauf damit.', ['.pdf', '.xlsx']),
        ],
      },
      {
        title: 'Ihre Leute',
        steps: [
          upload(
            'Ihre Leute hinzufügen',
            15,
            'Senden Sie eine Tabelle mit Name, Eintritt, Gehalt und Steuerangaben, eine Zeile je Person.',
            ['.csv', '.xlsx'],
          ),
          checklist('Verträge und Sätze prüfen', 20, [
            'Für jede Person liegt ein Vertrag vor',
            'Stundensätze sind aktuell',
            'Austritte haben einen letzten Tag',
          ]),
          text(
            'Den Zahlkalender wählen',
            3,
            'Er bestimmt, wann gezahlt wird und wann Stunden abgeschlossen werden.\n\n- **Monatlich** passt zu festen Gehältern.\n- **Alle vier Wochen** hält Stunden gleich.\n- **Wöchentlich** passt zu Stundenlöhnen.',
          ),
        ],
      },
      {
        title: 'Der erste Lauf',
        steps: [
          checklist('Ein Probelauf', 30, [
            'Den letzten Monat noch einmal rechnen',
            'Das Netto von drei Personen vergleichen',
            'Uns Abweichungen senden',
          ]),
          form('Bereit für den ersten Zahltag', 3, {
            'Erster Zahltag': 'date',
            'Ich habe den Probelauf geprüft': 'consent',
          }),
        ],
      },
    ],
  },
}
