import { pairOf } from './pairs.mjs'

const SRC = 'apps/console/src/'

/** The folders of the console: each may import those before it. */
const LAYERS = ['style', 'i18n', 'api', 'workspace', 'components', 'features', 'app']

/** Which feature may import which other, and why. */
const FEATURE_IMPORTS = {
  'analytics -> overview': 'shows the same kinds of figures and the chart of effort',
  'contacts -> enrollments': 'a contact is enrolled from its page, which lists its enrollments',
  'contacts -> views': 'the filters of contacts are saved as a view',
  'customers -> enrollments': 'customers by person are enrollments, and the plans of an organisation too',
  'customers -> views': 'the filters of customers are saved as a view',
  'enrollments -> views': 'the filters of enrollments are saved as a view',
  'organisations -> views': 'the search for organisations is saved as a view',
  'enrollments -> outbox': 'an enrollment lists its emails',
  'guides -> enrollments': 'contacts are enrolled from the menu of a guide',
  'organisations -> contacts': 'an organisation lists its contacts',
  'organisations -> enrollments': 'an organisation lists the enrollments of its contacts',
  'overview -> enrollments': 'contacts are enrolled from the overview',
  'enrollments -> reviews': 'what was sent is reviewed over the plan',
  'inbox -> enrollments': 'an item that an enrollment turned late says why as the enrollment does',
  'work -> reviews': 'what was sent is reviewed over the list',
  'settings -> outbox': 'kept mail is offered where a mail server is set',
  'overview -> guides': 'the first guide is created from the overview',
}

/** Imports of the console point one way: from the shell to features to what they share. */
export function consoleLayers({ from, to }) {
  if (!from.startsWith(SRC) || !to.startsWith(SRC)) return undefined
  const [own, ownFeature] = foldersOf(from)
  const [other, otherFeature] = foldersOf(to)
  // Files beside the folders are the entry, which may import everything, and its base path, which everything may import.
  if (own === undefined || other === undefined) return undefined
  const unknown = [own, other].find((layer) => !LAYERS.includes(layer))
  if (unknown) return `${unknown} is no folder of the console: see LAYERS in scripts/boundaries/console.mjs`
  if (own === 'features' && other === 'features') return featureOrder(ownFeature, otherFeature)
  return LAYERS.indexOf(other) <= LAYERS.indexOf(own) ? undefined : `${own} may not import ${other}`
}

function featureOrder(own, other) {
  if (own === other || FEATURE_IMPORTS[`${own} -> ${other}`]) return undefined
  return `feature ${own} may not import feature ${other} without a reason in scripts/boundaries/console.mjs`
}

/** No two folders beside each other import each other. */
export function consoleFolders(found, imports) {
  if (!found.from.startsWith(SRC) || !found.to.startsWith(SRC)) return undefined
  const pair = pairOf(found, imports)
  return pair && `${pair.own} and ${pair.other} import each other`
}

function foldersOf(path) {
  return path.slice(SRC.length).split('/').slice(0, -1)
}
