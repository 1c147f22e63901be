import { checklist, form, text, upload } from '../steps.ts'
import type { Templates } from '../template.ts'

export const workingTogether: Pick<Templates, 'agency_intake' | 'first_week' | 'security_review'> = {
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
