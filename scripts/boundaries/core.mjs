import { contractFiles } from './contract.mjs'
import { pairOf } from './pairs.mjs'

const SRC = 'packages/core/src/'
const LIST = 'scripts/boundaries/core.mjs'

/** Which folders of the core import each other, in alphabetical order, and why. */
const MUTUAL_IMPORTS = {
  'contacts <> enrollments': 'an enrollment is that of a contact, and follows it into another organisation',
  'contacts <> organisations': 'a contact names its organisation, and leaves it when that is deleted',
  'emails <> enrollments': 'enrolling sends an invitation, and the templates show the enrollment',
  'emails <> people': 'accounts send notices, and the templates address people and members',
  'emails <> replies': 'a mail has an address for replies, and a report to it concerns the mail',
  'emails <> webhooks': 'an unsubscription is an event, and a failing endpoint is reported by email',
  'enrollments <> files': 'an enrollment lists its files, and an uploaded file finishes a step',
  'enrollments <> messages': 'an enrollment counts its messages, and a message belongs to one',
  'enrollments <> organisations': 'an enrollment names its organisation, and leaves it when that is deleted',
  'enrollments <> people': 'an enrollment has a member as its assignee, and loses it when the member is removed',
  'enrollments <> player': 'an enrollment shows the answers that were given in the player, which changes it',
  'enrollments/participants <> enrollments/plan':
    'a change of a step records who made it, and another primary contact changes which steps are open',
  'enrollments/plan <> enrollments/steps':
    'a completed step changes the plan, and a member who skips a step can complete the enrollment',
  'enrollments/plan <> enrollments/submissions':
    'a plan says for whom a submission waits, and a decision on it changes the plan',
  'enrollments/steps <> enrollments/submissions':
    'a member who completes a step accepts what was sent, and an accepted submission completes the step',
  'files <> player': 'the player lists the files of an enrollment, and an upload is part of a visit',
  'guides <> people': 'a guide has a member as its default assignee, and loses it when the member is removed',
  'imports <> workspaces': 'an import needs room in the plan of its workspace, which counts running imports',
  'messages <> player': 'the player counts new answers, and a message of a contact is part of a visit',
  'oauth <> people': 'consent looks up the memberships of a person, and a new password revokes grants',
  'people <> workspaces': 'a person is a member of workspaces, and the first account comes with the first workspace',
  'sample <> workspaces': 'a workspace adds the sample, which is filled through the operations on workspaces',
  'webhooks <> workspaces': 'an endpoint needs room in the plan of its workspace, which counts endpoints',
}

/** Two folders of the core, beside each other, import each other only for a reason. The contract lies below all of them. */
export function coreFolders(found, imports) {
  const counted = withinCore(imports)
  const pair = counted.includes(found) ? pairOf(found, counted) : undefined
  if (!pair || MUTUAL_IMPORTS[nameOf(pair)]) return undefined
  return `${nameOf(pair)} import each other: move what both need into the one below or the folder around them, or give the reason in ${LIST}`
}

/** Reasons for imports that are not there any more. */
export function staleReasons(imports) {
  const counted = withinCore(imports)
  const pairs = counted.map((found) => pairOf(found, counted)).filter(Boolean)
  const names = new Set(pairs.map(nameOf))
  return Object.keys(MUTUAL_IMPORTS)
    .filter((name) => !names.has(name))
    .map((name) => `${name} do not import each other any more: take them out of ${LIST}`)
}

const cache = new WeakMap()
function withinCore(imports) {
  const known = cache.get(imports)
  if (known) return known
  const contract = contractFiles(imports)
  const counted = imports.filter(({ from, to }) => from.startsWith(SRC) && to.startsWith(SRC) && !contract.has(to))
  cache.set(imports, counted)
  return counted
}

function nameOf({ own, other }) {
  return [own, other]
    .map((folder) => folder.slice(SRC.length))
    .toSorted()
    .join(' <> ')
}
