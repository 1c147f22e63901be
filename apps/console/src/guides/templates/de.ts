import { checklist, form, text, upload } from './steps.ts'
import type { Templates } from './templates.ts'

export const de: Templates = {
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
  agency_intake: {
    title: 'Willkommen an Bord',
    description: 'Was wir von Ihnen brauchen, damit es schon beim ersten Treffen um Ihr Projekt geht.',
    completion_message: 'Vielen Dank. Wir lesen alles, bevor wir uns treffen.',
    stalled_after_days: 3,
    sections: [
      {
        title: 'Das Briefing',
        steps: [
          form('Ihr Projekt', 15, {
            'Was soll entstehen?': 'paragraph',
            'Für wen ist es?': 'paragraph',
            'Was wäre ein Erfolg?': 'paragraph',
            'Bis wann?': 'date',
            Budget: ['Bis 10.000', '10.000 bis 50.000', 'Mehr', 'Zu besprechen'],
          }),
          form('Wer ist wer', 5, {
            'Wer entscheidet?': 'text',
            'Deren E-Mail-Adresse': 'email',
            'Wer gibt im Alltag Rückmeldung? ?': 'text',
          }),
        ],
      },
      {
        title: 'Ihre Marke',
        steps: [
          upload('Logo und Richtlinien', 10, 'Am liebsten Vektordateien: SVG, PDF oder AI.'),
          form('Geschmack', 5, {
            'Drei Beispiele, die Ihnen gefallen': 'paragraph',
            'Etwas, das Sie nicht sehen möchten ?': 'paragraph',
          }),
        ],
      },
      {
        title: 'Zugänge',
        steps: [
          checklist('Uns Zugang geben', 15, [
            'Website oder Shop, als Redakteur',
            'Statistik, zum Lesen',
            'Soziale Medien, als Partner\nSenden Sie nie Passwörter: laden Sie uns ein.',
          ]),
          text(
            'Das erste Treffen',
            2,
            'Wir nehmen uns **60 Minuten**. Die Tagesordnung kommt am Tag davor, das Protokoll am Tag danach.',
          ),
        ],
      },
    ],
  },
  first_week: {
    title: 'Ihre erste Woche',
    description: 'Alles, um gut anzukommen, Tag für Tag.',
    completion_message: 'Eine Woche geschafft. Sprechen Sie mit Ihrer Leitung über Gutes und Fehlendes.',
    stalled_after_days: 2,
    sections: [
      {
        title: 'Bevor es losgeht',
        steps: [
          form('Über Sie', 5, {
            'Wie möchten Sie genannt werden?': 'text',
            'Kontakt für Notfälle': 'text',
            'Dessen Telefonnummer': 'tel',
            'Was sollten wir wissen? ?': 'paragraph',
          }),
          upload('Ihre Unterlagen', 10, 'Der unterschriebene Vertrag und Ihre Bankverbindung.', ['.pdf', 'image/*']),
        ],
      },
      {
        title: 'Der erste Tag',
        steps: [
          text(
            'Wo Sie erwartet werden',
            2,
            'Jemand aus Ihrem Team trifft Sie um **9:30** am Eingang oder im Videogespräch aus der Mail.',
          ),
          checklist('Ihren Platz einrichten', 45, [
            'Am Computer anmelden',
            'Zweiten Faktor einschalten',
            'Im Teamkanal Hallo sagen',
          ]),
        ],
      },
      {
        title: 'Der Rest der Woche',
        steps: [
          checklist('Menschen kennenlernen', 90, [
            'Kaffee mit Ihrer Patin oder Ihrem Paten',
            'Eine halbe Stunde mit Ihrer Leitung',
            'Bei einem Kundengespräch zuhören',
          ]),
          checklist('Wie wir arbeiten', 60, [
            'Das Handbuch lesen',
            'Die Sicherheitsschulung machen',
            'Darin etwas Veraltetes finden und berichtigen',
          ]),
          form('Wie war es?', 5, { 'Was war gut?': 'paragraph', 'Was hat gefehlt? ?': 'paragraph' }),
        ],
      },
    ],
  },
  security_review: {
    title: 'Sicherheitsprüfung',
    description: 'Ihre Fragen, unsere Dokumente und eine Entscheidung an einem Ort.',
    completion_message: 'Die Prüfung ist abgeschlossen. Wir melden uns, wenn sich ein Dokument ändert.',
    stalled_after_days: 5,
    sections: [
      {
        title: 'Was Sie brauchen',
        steps: [
          form('Ihre Anforderungen', 10, {
            'Nach welchen Normen prüfen Sie?': 'text',
            'Welche Daten werden Sie hier halten?': [
              'Geschäftskontakte',
              'Personenbezogene Daten',
              'Besondere Kategorien',
            ],
            'Wer prüft bei Ihnen?': 'email',
            'Bis wann brauchen Sie eine Entscheidung?': 'date',
          }),
          upload(
            'Ihr Fragebogen',
            5,
            'Senden Sie Ihren Fragebogen, wenn Sie einen haben. Wir antworten binnen fünf Werktagen.',
            ['.xlsx', '.docx', '.pdf'],
          ),
        ],
      },
      {
        title: 'Was wir haben',
        steps: [
          text(
            'So schützen wir Ihre Daten',
            8,
            '- **Verschlüsselung** unterwegs und im Speicher\n- **Zugang** nach Rolle, mit zweitem Faktor und Protokoll\n- **Sicherungen** jeden Tag, jedes Quartal probeweise zurückgespielt\n- **Vorfälle**: Sie hören binnen 24 Stunden von uns',
          ),
          checklist('Die Dokumente lesen', 40, [
            'Vertrag zur Auftragsverarbeitung',
            'Liste der Unterauftragnehmer',
            'Bericht der letzten Penetrationsprüfung',
          ]),
        ],
      },
      {
        title: 'Die Entscheidung',
        steps: [
          form('Offene Punkte', 10, {
            'Was ist noch offen? ?': 'paragraph',
            'Sollen wir darüber sprechen?': ['Ja, bitte', 'Nicht nötig'],
          }),
          form('Ihre Entscheidung', 3, {
            Entscheidung: ['Freigegeben', 'Freigegeben mit Auflagen', 'Nicht freigegeben'],
            'Auflagen ?': 'paragraph',
            'Entschieden von': 'text',
          }),
        ],
      },
    ],
  },
}
