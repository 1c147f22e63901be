import type { operations } from '@handrail/core'
import type { z } from 'zod'

type Language = z.output<typeof operations.getSubscription.output>['data']['language']

interface Names {
  /** The workspace that sends the reminders. */
  sender: string
  email: string
}

interface Texts {
  ask: string
  asks(names: Names): string
  stop: string
  stopped: string
  tells(names: Names): string
  /** The mail that is still sent. */
  still(names: Names): string
  again: string
}

export const TEXTS: Record<Language, Texts> = {
  en: {
    ask: 'Stop reminders?',
    asks: ({ sender, email }) => `${sender} reminds ${email} of guides that are not finished, at most once a day.`,
    stop: 'Stop reminders',
    stopped: 'Reminders stopped',
    tells: ({ sender, email }) => `${sender} will not send ${email} any more reminders.`,
    still: ({ sender }) =>
      `You will still receive what people at ${sender} send you: links to guides, and answers to your questions.`,
    again: 'Remind me again',
  },
  de: {
    ask: 'Keine Erinnerungen mehr?',
    asks: ({ sender, email }) =>
      `${sender} erinnert ${email} an Leitfäden, die nicht abgeschlossen sind, höchstens einmal am Tag.`,
    stop: 'Erinnerungen abbestellen',
    stopped: 'Keine Erinnerungen mehr',
    tells: ({ sender, email }) => `${sender} sendet keine Erinnerungen mehr an ${email}.`,
    still: ({ sender }) =>
      `Was Menschen bei ${sender} Ihnen senden, kommt weiterhin: Links zu Leitfäden und Antworten auf Ihre Fragen.`,
    again: 'Wieder erinnern',
  },
  fr: {
    ask: 'Ne plus recevoir de rappels ?',
    asks: ({ sender, email }) =>
      `${sender} rappelle à ${email} les guides qui ne sont pas terminés, une fois par jour au plus.`,
    stop: 'Arrêter les rappels',
    stopped: 'Plus de rappels',
    tells: ({ sender, email }) => `${sender} n’envoie plus de rappels à ${email}.`,
    still: ({ sender }) =>
      `Ce que les personnes de ${sender} vous envoient arrive toujours : liens vers des guides et réponses à vos questions.`,
    again: 'Recevoir de nouveau les rappels',
  },
  es: {
    ask: '¿No recibir más recordatorios?',
    asks: ({ sender, email }) =>
      `${sender} recuerda a ${email} las guías que no están terminadas, una vez al día como máximo.`,
    stop: 'Dejar de recibirlos',
    stopped: 'No habrá más recordatorios',
    tells: ({ sender, email }) => `${sender} ya no envía recordatorios a ${email}.`,
    still: ({ sender }) =>
      `Lo que le envían las personas de ${sender} sigue llegando: enlaces a guías y respuestas a sus preguntas.`,
    again: 'Volver a recibirlos',
  },
}
